#!/usr/bin/env python3
"""Drives the demos by real key events on an X server of their own, and looks at their pixels.

    drive.py study PROGRAM [ARGUMENT...]     the SDL2 study, or one with its keys and lines
    drive.py pair PROGRAM                    the SFML pair
    drive.py level PROGRAM                   the platform level of the study in Rust

Needs Xvfb, xdotool and ImageMagick's `import`. A picture of each state is put where SHOTS says.
"""
import os
import queue
import subprocess
import sys
import threading
import time

WIDTH, HEIGHT = 640, 480
RED, GREEN = (209, 36, 47), (26, 127, 55)
passed = 0


def check(what, saying):
    global passed
    if not what:
        sys.exit(f"wrong: {saying}")
    passed += 1


class Screen:
    """An X server that lasts as long as this."""

    def __enter__(self):
        read, write = os.pipe()
        size = f"{WIDTH}x{HEIGHT}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        os.environ["DISPLAY"] = f":{number}"
        os.environ.update(LIBGL_ALWAYS_SOFTWARE="1", SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy")
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Program:
    def __init__(self, arguments):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.wait("begins")
        # Keys go to the window under the pointer, since there is no window manager to say otherwise.
        subprocess.run(["xdotool", "mousemove", "320", "300"], check=True)
        # Waits until a window has the focus: programs take it when they are shown.
        for _ in range(50):
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "jostle"],
                                   capture_output=True, text=True)
            if found.stdout.strip():
                self.window = found.stdout.split()[0]
                break
            time.sleep(0.2)
        else:
            sys.exit("wrong: no window")
        subprocess.run(["xdotool", "windowfocus", self.window], check=True)
        time.sleep(0.5)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.split())

    def wait(self, *words, seconds=60):
        """The next line that begins with one of the words."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                line = self.lines.get(timeout=1)
            except queue.Empty:
                check(self.process.poll() is None, "the program has ended")
                continue
            if line[0] in words:
                return line
        sys.exit(f"wrong: no line that begins with {words}")

    def key(self, key, *words):
        while not self.lines.empty():
            self.lines.get()
        subprocess.run(["xdotool", "key", key], check=True)
        return self.wait(*words) if words else None

    def close(self):
        subprocess.run(["xdotool", "key", "Escape"], check=True)
        check(self.process.wait(timeout=30) == 0, "it ends with status 0")


class Picture:
    """What is on the screen."""

    def __init__(self, name):
        raw = subprocess.run(["import", "-window", "root", "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
        self.raw = raw
        shots = os.environ.get("SHOTS")
        if shots:
            subprocess.run(["import", "-window", "root", os.path.join(shots, name + ".png")], check=True)

    def at(self, x, y):
        i = (int(y) * WIDTH + int(x)) * 3
        return tuple(self.raw[i:i + 3])

    def colors(self):
        return {self.raw[i:i + 3] for i in range(0, len(self.raw), 3)}


def expect(name, holds, saying, seconds=30):
    """Waits for a picture of which something holds: a busy machine draws late."""
    end = time.time() + seconds
    while True:
        time.sleep(0.3)
        picture = Picture(name)
        if holds(picture) or time.time() > end:
            check(holds(picture), saying)
            return picture


def study(arguments):
    name = os.path.basename(arguments[0])
    program = Program(arguments)
    states = {"circles": set(), "rectangles": set()}
    kind = "rectangles"
    for shot in range(40):
        if shot == 0:
            line = program.key("space", "stands")
        else:
            if shot % 8 == 4:
                kind = "circles" if kind == "rectangles" else "rectangles"
                program.key("c" if kind == "circles" else "r", "moves", "stands")
            program.key("space", "moves")
            time.sleep(0.7)  # it jumps every half second
            line = program.key("space", "stands")
        check(line[1] == kind, f"it shows {kind}: {line}")
        ax, ay, bx, by = (float(line[i]) for i in (4, 5, 7, 8))
        if kind == "circles":
            meets = (ax - bx) ** 2 + (ay - by) ** 2 <= 80.0 ** 2
        else:
            meets = abs(ax - bx) <= 90 and abs(ay - by) <= 60
        want = RED if meets else GREEN
        inside = 20 < bx < 620 and 20 < by < 460
        picture = expect(f"{name}-{kind}-{'red' if meets else 'green'}",
                         lambda p: p.at(ax, ay) == want and (meets or not inside or p.at(bx, by) == want),
                         f"both shapes are {want}: {line}")
        other = bytes(GREEN if meets else RED)
        check(other not in picture.colors(), "there is no other color of state")
        states[kind].add(meets)
        if shot >= 9 and all(len(s) == 2 for s in states.values()):
            break
    check(all(len(s) == 2 for s in states.values()), f"both states of both kinds were seen: {states}")
    # An outline, and the methods to swap.
    line = program.key("o", "stands")
    rim = 240 - 31 if line[1] == "rectangles" else 240 - 41
    expect(f"{name}-outline", lambda p: p.at(320, rim) == (31, 35, 40), "the outline is drawn")
    methods = [program.key("m", "stands")[2] for _ in range(4)]
    check(methods[-1] == "exact" and len(set(methods)) == 4, f"methods are swapped: {methods}")
    program.close()


def pair(arguments):
    program = Program(arguments)
    lamps = lambda p: [p.at(x, 28) for x in (28, 60, 92)]
    expect("pair-apart", lambda p: lamps(p) == [GREEN] * 3 and bytes(GREEN) in p.colors(), "the lamps are green")
    line = None
    for _ in range(30):
        line = program.key("Right", "now")
        if line[8] == "1":
            break
    check(line[8] == "1" and line[4:7] == ["1", "1", "1"], f"the polygons overlap: {line}")
    expect("pair-collides", lambda p: lamps(p) == [RED] * 3 and bytes(GREEN) not in p.colors(),
           "all lamps and the polygons are red")
    line = program.key("e", "now")
    line = program.key("p", "now")
    check(float(line[12]) < 0.01, f"the push parts them: {line}")
    expect("pair-parted", lambda p: lamps(p)[0] == RED, "the boxes of the sprites still meet")
    vertices = [int(program.key("l", "now")[10]) for _ in range(3)]
    check(vertices[0] < vertices[1] < vertices[2], f"levels of detail have their vertices: {vertices}")
    for _ in range(20):
        line = program.key("Left", "now")
    check(line[4] == "0" and line[8] == "0", f"far apart: {line}")
    expect("pair-far", lambda p: lamps(p) == [GREEN] * 3, "the lamps are green again")
    program.close()


def level(arguments):
    program = Program(arguments)
    hold = lambda key, way: subprocess.run(["xdotool", "key" + way, key], check=True)
    place = lambda line: (float(line[3]), float(line[4]))
    at = place(program.key("p", "stands"))
    # The floor is 416 down, the hero 14 high to each side; 96 above is a deck.
    check(abs(at[0] - 120) < 1e-3 and abs(at[1] - 402) < 1e-3, f"it falls onto the floor: {at}")
    expect("level-start", lambda p: p.at(*at) == RED and p.at(120, 430) == (31, 35, 40), "hero and tiles are drawn")
    hold("Up", "down")
    program.wait("falls")
    hold("Up", "up")
    at = place(program.wait("stands"))
    check(abs(at[1] - 306) < 1e-3, f"it jumps through the deck and lands on it: {at}")
    expect("level-deck", lambda p: p.at(*at) == RED and p.at(at[0], 322) == GREEN, "it is drawn on the deck")
    hold("Right", "down")
    while True:
        line = program.wait("stands", "falls")
        # The lift is a wall, too, for as long as it passes.
        if line[2] == "wall" and abs(place(line)[0] - 500) > 1e-3:
            break
    hold("Right", "up")
    check(abs(place(line)[0] - 598) < 1e-3, f"it walks over the hill to the wall: {line}")
    expect("level-wall", lambda p: bytes(RED) in p.colors(), "it is still there")
    program.close()


with Screen():
    {"study": study, "pair": pair, "level": level}[sys.argv[1]](sys.argv[2:])
print(f"{os.path.basename(sys.argv[2])}: {passed} passed")
