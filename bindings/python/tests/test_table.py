"""Tables, journals and bots."""

import copy
import json
import pathlib
import pickle
import re
import threading

import pytest

import senet


SEALED = (
    '{"header":{"senet":1,"game":"pig","rules":1,"preset":"standard","config":{"rounds":100,"seats":2,"target":100},'
    '"seats":["Player 1","Player 2"],"luck":{"type":"fair",'
    '"commitment":"3b88d9383054ebe5c53c1e721934b44686a79df98830323a46c3561db46b2148","salts":[]},"draws":[],'
    '"hash":"9e6b8b67fb77603b80ea6856e4a12704"},"chain":"28eeb8c5b89679f62692d663c00eef7e"}\n'
)
"""A journal that promises a seed without telling it."""


def drop(column):
    return {"type": "drop", "column": column}


def test_all_nine_games_are_listed():
    assert len(senet.games()) == 9
    game = next(game for game in senet.games() if game.id == "sky-team")
    assert game.seats == (2, 2) and "published" in game.presets and "hard" in game.bots
    assert "# " in senet.rules("sky-team")


def test_a_table_plays_and_tells():
    table = senet.Table("connect-four", seed="x")
    assert table.to_act == [0] and len(table.legal()) == 7
    assert table.submit(drop(4)) == 1
    assert table.view(1)["turn"] == 1
    assert table.say(drop(3)) != "" and "4" in table.draw()
    for column in (1, 4, 1, 4, 1, 4):
        table.submit(drop(column))
    assert table.outcome == {"versus": {"winner": 0}} and table.scores == [1, -1]
    assert table.to_act == [] and "over" in repr(table)


def test_listed_commands_are_dictionaries_that_cannot_be_changed():
    table = senet.Table("connect-four", seed="x")
    first = table.legal()[0]
    assert first == drop(1) and repr(first) == repr(drop(1)) and json.loads(json.dumps(first)) == drop(1)
    for change in (
        lambda: first.update(column=2),
        lambda: first.__setitem__("column", 2),
        lambda: first.pop("column"),
        lambda: first.clear(),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    own = dict(first)
    own["column"] = 2
    assert table.legal()[1] == own and pickle.loads(pickle.dumps(first)) == copy.deepcopy(first) == first
    assert table.legal()[0] is first and table.submit(first) == 1


def test_a_command_is_the_same_wherever_it_was_listed():
    table, other = senet.Table("connect-four", seed="x"), senet.Table("connect-four", seed="y")
    old = table.legal()
    assert [table.submit(old[3]) for _ in range(6)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(senet.Refusal, match="column 4 is full"):
        table.submit(old[3])
    assert table.legal() == tuple(drop(column) for column in (1, 2, 3, 5, 6, 7)) and table.legal()[2] is old[2]
    assert other.submit(old[4]) == 1 and other.legal() == old
    with pytest.raises(senet.Refusal, match="turn"):
        table.submit(table.legal()[0], 1)
    with pytest.raises(ValueError, match="say which"):
        senet.Table("flag-war").submit(old[0])
    assert len(old) == 7 and table.legal() is table.legal(), "nobody can change it, so all have the same one"


def test_the_journal_tells_of_all_that_was_done_without_it(game):
    table, told = senet.Table(game, seed="x"), senet.Table(game, seed="x")
    for turn in range(40):
        if not table.to_act:
            break
        seat = table.to_act[-1]
        assert table.legal(seat) == told.legal(seat)
        command = table.sample(seat)
        assert command in table.legal(seat)
        assert table.submit(command, seat) == told.submit(dict(command), seat)
        assert told.journal().count("\n") > turn, "one of them is read after every move"
        seen = [(one.entry, one.to_act, one.outcome, one.scores, one.view(), one.view(seat)) for one in (table, told)]
        assert seen[0] == seen[1]
    assert table.journal() == told.journal() and table.draw(0) == told.draw(0)
    assert senet.verify(table.journal())["entries"] == table.entry


def test_a_sample_is_allowed_and_follows_from_the_first_line():
    def played(table):
        while (command := table.sample()) is not None:
            table.submit(command)
        return table.journal()

    first = senet.Table("connect-four", seed="x")
    assert {json.dumps(first.copy().sample()) for _ in range(200)} == {json.dumps(drop(n)) for n in range(1, 8)}
    games = [played(senet.Table("connect-four", seed=seed)) for seed in "xxy"]
    assert games[0] == games[1] != games[2]
    assert played(first.copy()) != played(first.copy()), "copies sample by themselves"
    over = senet.Table.load(games[0])
    assert over.outcome is not None and over.sample() is None and over.legal() == ()
    assert senet.Table("flag-war").sample(0) is not None
    with pytest.raises(ValueError, match="say which"):
        senet.Table("flag-war").sample()


def test_a_copy_goes_its_own_way_by_the_same_dice(game):
    table = senet.Table(game, seed="x")
    table.submit(table.sample(table.awaited[0]), table.awaited[0])
    other, again = table.copy(), copy.copy(table)
    before = table.journal()
    seat = table.awaited[0]
    command = table.legal(seat)[0]
    for one in (other, again):
        one.submit(command, seat)
        assert one.entry == table.entry + 1 and table.journal() == before
    table.submit(command, seat)
    assert table.journal() == other.journal() == again.journal() and table.view(seat) == other.view(seat)


def test_playouts_go_on_from_the_position():
    table = senet.Table("connect-four", seed="x")
    for column in (4, 1, 4, 1, 4):
        table.submit(drop(column))
    before = table.journal()
    worth = table.playouts(400, seed=1, threads=2)
    assert worth.shape == (400, 2) and (worth.sum(axis=1) == 0).all() and (worth[:, 0] > 0).mean() > 0.5
    assert (worth == table.playouts(400, seed=1, threads=1)).all() and table.journal() == before
    assert (table.branch(0).playouts(10) == senet.Play("connect-four").playouts(10)).all()
    assert table.playouts(0).shape == (0, 2)
    with pytest.raises(ValueError, match="cannot be played"):
        table.playouts(-1)


def test_a_refusal_has_code_facts_sentence_and_rule():
    table = senet.Table("connect-four", seed="x")
    for _ in range(6):
        table.submit(drop(4))
    before = table.journal()
    with pytest.raises(senet.Refusal, match="column 4 is full") as refused:
        table.submit(drop(4))
    why = refused.value
    assert (why.code, why.rule, why.facts) == ("column_full", "CF-3", {"column": 4})
    assert why.sentence == str(why)
    assert table.journal() == before
    with pytest.raises(senet.Refusal):
        table.check(drop(4))
    with pytest.raises(senet.Refusal):
        table.submit({"type": "drop", "column": 9})
    with pytest.raises(senet.Refusal):
        table.submit({"type": "jump"})
    with pytest.raises(senet.Refusal, match="no seat 7"):
        table.submit(drop(1), seat=7)


def test_take_back_branch_and_journal(tmp_path):
    table = senet.Table("connect-four", seed="x")
    table.submit(drop(4))
    assert table.take_back(0) >= 0 and table.entry == 0
    table.submit(drop(4))
    table.submit(drop(5))
    other = table.branch(1)
    assert other.entry <= 1 and other.to_act == [1]
    file = tmp_path / "game.jsonl"
    file.write_text(table.journal())
    for loaded in (senet.Table.load(file), senet.Table.load(str(file)), senet.Table.load(table.journal())):
        assert loaded.view() == table.view() and loaded.journal() == table.journal()


def test_journals_are_verified_and_looked_back_at():
    table = senet.Table("tic-tac-toe", seed="x")
    for square in (1, 4, 2, 5, 3):
        table.submit({"type": "mark", "square": square})
    verdict = senet.verify(table.journal())
    assert verdict["over"] and verdict["entries"] == 5
    with pytest.raises(senet.Refusal) as refused:
        senet.verify(table.journal().replace('"square":4', '"square":6'))
    assert refused.value.code == "bad_journal"
    analysis = senet.analyse(table.journal(), "easy")
    assert analysis["complete"] and len(analysis["moments"]) == 5
    with pytest.raises(senet.Refusal, match="no level"):
        senet.analyse(table.journal(), "genius")


def test_tables_and_bots_are_pickled():
    table = senet.Table("silosoft", seed="x")
    table.submit(table.legal(table.to_act[0])[0], table.to_act[0])
    again = pickle.loads(pickle.dumps(table))
    assert again.journal() == table.journal() and copy.copy(table).view() == table.view()
    bot = pickle.loads(pickle.dumps(senet.bot("pig", "easy", seed=3)))
    assert repr(bot) == "senet.bot('pig', 'easy', seed=3)"


def test_a_pickled_table_keeps_a_secret_seed():
    table = senet.Table.load(SEALED, "a secret seed")
    again = pickle.loads(pickle.dumps(table))
    for one in (table, again, copy.deepcopy(again)):
        one.submit({"type": "roll"})
        assert one.view() == table.view(), "the same dice fall"
    blind = pickle.loads(pickle.dumps(senet.Table.load(SEALED)))
    with pytest.raises(senet.Refusal, match="not known here"):
        blind.submit({"type": "roll"})


def test_bots_choose_what_the_rules_allow(game):
    table = senet.Table(game, seed="x")
    bot = senet.bot(game, "easy", seed=1)
    for _ in range(6):
        for seat in table.to_act:
            for command in bot.choose(table, seat):
                table.submit(command, seat)


def test_bots_play_one_and_many_games():
    played = senet.play("tic-tac-toe", ["hard", "hard"], seed=1)
    assert played.scores == [0, 0] and played.commands == 9
    many = senet.simulate("connect-four", ["easy", "random"], n=40, seed=2)
    assert many.scores.shape == (40, 2) and many.wins[0] > many.wins[1]
    alone = senet.simulate("connect-four", ["easy", "random"], n=40, seed=2, threads=1)
    assert (alone.scores == many.scores).all() and (alone.commands == many.commands).all()
    assert senet.simulate("pig", n=4, players=4).scores.shape == (4, 4)
    assert senet.simulate("pig", n=0).wins == []


def test_a_learned_bot_reads_its_file(tmp_path):
    def layer(inputs, outputs):
        return {"weights": [0.0] * (inputs * outputs), "bias": [0.0] * outputs}

    network = {
        "format": "senet-network/1",
        "game": "connect-four",
        "encoding": 1,
        "layers": [layer(85, 4)],
        "policy": layer(4, 8),
        "value": layer(4, 1),
    }
    file = tmp_path / "network.json"
    file.write_text(json.dumps(network))
    table = senet.Table("connect-four", seed="x")
    for column in (4, 1, 4, 1, 4, 2):
        table.submit(drop(column))
    name = f"net:{file}"
    assert senet.bot("connect-four", name).choose(table, 0) == [drop(4)]
    assert senet.simulate("connect-four", [name, "random"], n=4).scores.shape == (4, 2)
    assert name in next(game for game in senet.games() if game.id == "connect-four").bots
    bot = senet.learned("connect-four", file, lines=200)
    assert pickle.loads(pickle.dumps(bot)).choose(table, 0) == bot.choose(table, 0) == [drop(4)]
    with pytest.raises(senet.Refusal, match="is needed") as refused:
        senet.learned("pig", file)
    assert refused.value.code == "bad_network"
    with pytest.raises(senet.Refusal, match="several letters"):
        senet.learned("sky-team", file)


def test_rule_sets_settings_and_players():
    assert senet.configuration("pig", "four-seats")["seats"] == 4
    assert senet.Table("pig", config={"seats": 3, "target": 20, "rounds": 9}).seats == 3
    assert senet.Table("pig", players=3).seats == 3
    with pytest.raises(senet.Refusal) as refused:
        senet.Table("pig", config={"seats": 9, "target": 20, "rounds": 9})
    assert refused.value.facts["faults"][0]["field"] == "seats"
    with pytest.raises(senet.Refusal, match="no rule set"):
        senet.Table("pig", "five-seats")


def test_wrong_names_and_kinds_are_told():
    for wrong in (
        lambda: senet.Table("chess"),
        lambda: senet.bot("chess"),
        lambda: senet.play("chess"),
        lambda: senet.simulate("chess"),
        lambda: senet.encoding("chess"),
    ):
        with pytest.raises(senet.Refusal, match="there is no game .*connect-four") as refused:
            wrong()
        assert refused.value.code == "unknown_game"
    with pytest.raises(senet.Refusal, match="no bot"):
        senet.bot("pig", "genius")
    with pytest.raises(senet.Refusal, match="3 bots for 2 seats"):
        senet.simulate("pig", ["easy"] * 3, n=1)
    with pytest.raises(TypeError):
        senet.bot("pig", seed="x")
    with pytest.raises(senet.Refusal) as refused:
        senet.bot("pig").choose_for({"no": "view"}, 0)
    assert refused.value.code == "bad_view"
    with pytest.raises(ValueError, match="say which"):
        senet.Table("flag-war").legal()


def test_a_table_is_used_from_many_threads():
    table = senet.Table("connect-four", seed="x")
    done = []

    def look():
        for _ in range(50):
            other = table.copy()
            other.submit(other.sample())
            done.append(len(table.legal(table.to_act[0])))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [7] * 200


def test_the_lines_of_the_readme_run():
    text = (pathlib.Path(__file__).parent.parent / "README.md").read_text()
    for code in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(code, "README.md", "exec"), {})
