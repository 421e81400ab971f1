//! Small boards drawn in the test source, and one way to play a round on them.
