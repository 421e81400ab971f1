"""Games as numbers."""

import copy
import pickle

import numpy as np
import pytest

import senet


def test_every_rule_set_has_one_shape(game, rules):
    encoding = senet.encoding(game, rules)
    assert encoding == senet.encoding(game) or encoding.parts != senet.encoding(game).parts
    assert encoding.width == senet.encoding(game).width
    assert encoding.letters == senet.encoding(game).letters and encoding.letters[0] == "pass"
    assert encoding.parts[0][1] == 0 and encoding.parts[-1][2] == encoding.width
    play = senet.Play(game, rules, seed=1)
    random = np.random.default_rng(1)
    for _ in range(60):
        if play.seat is None:
            break
        floats, mask = play.observe(play.seat), play.mask(play.seat)
        assert floats.shape == (encoding.width,) and abs(floats).max() <= 1
        assert list(np.flatnonzero(mask)) == play.legal()
        play.step(random.choice(play.legal()))


def test_copies_pickles_and_seeds_go_on_alike(game):
    play = senet.Play(game, seed=5)
    random = np.random.default_rng(1)
    for _ in range(15):
        if play.seat is not None:
            play.step(int(random.choice(play.legal())))
    for other in (play.copy(), copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert other.view() == play.view() and other.seat == play.seat


def test_bots_hold_the_other_seats():
    play = senet.Play("connect-four")
    play.seat_bot(1, "easy")
    play.reset(3)
    while play.seat is not None:
        assert play.seat == 0
        play.step(play.legal()[0])
    assert play.over is True and sum(play.scores) == 0
    again = pickle.loads(pickle.dumps(play))
    assert again.view() == play.view()


def test_wrong_actions_are_refused_and_change_nothing():
    play = senet.Play("connect-four")
    for wrong, sentence in ((8, "no action"), (-1, "no action"), (2**70, "no action"), (0, "not allowed")):
        with pytest.raises(senet.Refusal, match=sentence) as refused:
            play.step(wrong)
        assert refused.value.code == "wrong_action"
    for wrong in (1.5, "1", None, True):
        with pytest.raises(TypeError, match="whole number"):
            play.step(wrong)
    assert play.seat == 0
    with pytest.raises(senet.Refusal, match="no seat"):
        play.observe(5)
    with pytest.raises(TypeError):
        play.observe(0, np.zeros(85, np.float64))
    while play.seat is not None:
        play.step(play.legal()[0])
    with pytest.raises(senet.Refusal, match="over"):
        play.step(1)


def test_a_short_array_is_filled_as_far_as_it_goes():
    play = senet.Play("tic-tac-toe")
    assert play.observe(0, np.zeros(3, np.float32)).shape == (3,)
    assert play.mask(0, np.zeros(2, np.bool_)).tolist() == [False, True]


def test_fates_are_the_dice_of_an_action():
    fates = senet.Play("pig").fates(1)
    assert len(fates) == 6 and abs(sum(chance for chance, _ in fates) - 1) < 1e-9
