#!/usr/bin/env python3
"""The engines of py-draughts as a Hub program, to play against: `pip install py-draughts`, then

    damas match --a 'damas hub' --b 'python3 tests/spar/py_draughts_hub.py' --variant brazilian

SimpleEngine (alpha-beta) on 8x8, TurboEngine on 10x10 unless ENGINE=simple; both with the time of the match as their limit.
"""
import importlib.metadata
import os
import sys

from loguru import logger

logger.remove()

from draughts.boards import american, brazilian, russian, standard  # noqa: E402
from draughts.engines.simple import SimpleEngine  # noqa: E402
from draughts.engines.turbo import TurboEngine  # noqa: E402
from draughts.engines.hub import parse_hub_line, parse_hub_move, move_to_hub_notation  # noqa: E402
from draughts.models import Color  # noqa: E402
import numpy as np  # noqa: E402

BOARDS = {"normal": standard, "brazilian": brazilian, "russian": russian, "american": american}
PIECES = {"w": -1, "W": -2, "b": 1, "B": 2, "e": 0}


def say(line):
    print(line, flush=True)


def new_engine(variant, seconds):
    turbo = variant == "normal" and os.environ.get("ENGINE") != "simple"
    return TurboEngine(time_limit=seconds) if turbo else SimpleEngine(depth_limit=60, time_limit=seconds)


def main():
    variant, seconds, board, engine = "normal", 1.0, None, None
    for text in sys.stdin:
        command, args = parse_hub_line(text)
        if command == "hub":
            version = importlib.metadata.version("py-draughts")
            say(f"id name=py-draughts version={version} author=py-draughts country=-")
            say('param name=variant value=normal type=enum values="normal brazilian russian american"')
            say("wait")
        elif command == "set-param":
            variant = args["value"]
        elif command == "init":
            say("ready")
        elif command == "new-game":
            engine = None
        elif command == "level":
            seconds = float(args.get("move-time", seconds))
        elif command == "pos":
            letters = args["pos"]
            turn = Color.WHITE if letters[0] == "W" else Color.BLACK
            squares = np.array([PIECES[letter] for letter in letters[1:]], dtype=np.int8)
            board = BOARDS[variant].Board(starting_position=squares, turn=turn)
            for move in args.get("moves", "").split():
                board.push(parse_hub_move(move, board.legal_moves))
        elif command == "go":
            engine = engine or new_engine(variant, seconds)
            engine.time_limit = seconds
            move = engine.get_best_move(board)
            say(f"done move={move_to_hub_notation(move)}")
        elif command == "ping":
            say("pong")
        elif command == "quit":
            return


main()
