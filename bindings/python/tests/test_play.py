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


def test_pickles_keep_how_the_dice_fell():
    play = senet.Play("pig", seed=5)
    play.step(1)
    for _, fate in play.fates(1):
        again = pickle.loads(pickle.dumps(fate))
        assert again.view() == fate.view() == copy.deepcopy(fate).view()
        for one in (fate, again):
            while one.seat is not None and one.view()["round"] < 4:
                one.step(one.sample())
        assert again.view() == fate.view(), "the later dice are the same, too"


def test_pickles_draw_on(game):
    play = senet.Play(game, seed=5)
    for _ in range(3):
        if play.seat is not None:
            play.step(play.sample())
    again = pickle.loads(pickle.dumps(play))
    assert [again.sample() for _ in range(40)] == [play.sample() for _ in range(40)]


def test_bots_hold_the_other_seats():
    play = senet.Play("connect-four")
    play.seat_bot(1, "easy")
    play.reset(3)
    while play.seat is not None:
        assert play.seat == 0
        play.step(play.legal()[0])
    assert play.over is True and sum(play.scores) == 0
    for again in (pickle.loads(pickle.dumps(play)), copy.deepcopy(play)):
        assert again.view() == play.view()
        again.reset(3)
        assert again.seat == 0, "the bot still sits there"


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


def test_arrays_of_ones_own_are_written_where_they_lie():
    play = senet.Play("tic-tac-toe")
    floats, mask = np.ones(19, np.float32), np.ones(10, np.bool_)
    assert play.observe(0, floats) is floats and play.mask(0, mask) is mask
    assert (floats == play.observe(0)).all() and mask.tolist() == [False] + [True] * 9


def test_arrays_that_do_not_fit_are_refused():
    play = senet.Play("tic-tac-toe")
    for size in (0, 18, 20):
        with pytest.raises(ValueError, match=f"holds {size} numbers; 19 are needed"):
            play.observe(0, np.zeros(size, np.float32))
        with pytest.raises(ValueError, match=f"holds {size} numbers; 10 are needed"):
            play.mask(0, np.zeros(size, np.bool_))
    with pytest.raises(ValueError, match="in one piece"):
        play.observe(0, np.zeros(38, np.float32)[::2])
    locked = np.zeros(19, np.float32)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        play.observe(0, locked)
    for wrong in (np.zeros(19), np.zeros((1, 19), np.float32), [0.0] * 19, "x"):
        with pytest.raises(TypeError):
            play.observe(0, wrong)


def test_a_sample_is_allowed_and_follows_from_the_seed(game, rules):
    walks = []
    for _ in range(2):
        play = senet.Play(game, rules, seed=4)
        walk = []
        while play.seat is not None and len(walk) < 200:
            action = play.sample()
            assert action in play.legal()
            play.step(action)
            walk.append(action)
        walks.append(walk)
        assert play.seat is not None or play.sample() is None
    assert walks[0] == walks[1]


def test_fates_are_the_dice_of_an_action():
    fates = senet.Play("pig").fates(1)
    assert len(fates) == 6 and abs(sum(chance for chance, _ in fates) - 1) < 1e-9


def test_dice_that_fall_in_too_many_ways_are_refused():
    # A round of Sky Team ends with the roll of eight dice for the next one.
    play = senet.Play("sky-team", seed=1)
    ways = []
    while play.view()["round"] == 1:
        action = play.sample()
        try:
            ways.append(len(play.fates(action)))
        except senet.Refusal as refusal:
            assert refusal.code == "wrong_action" and "more than 2048 ways" in refusal.sentence
            ways.append(None)
        play.step(action)
    assert ways[-1] is None and set(ways[:-1]) <= {1, 6, 36, 216, 1296}
