//! The game in words: names, prompts, the drawn board, sentences and short forms.
