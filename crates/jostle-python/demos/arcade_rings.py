"""A ship in rings and hooks: what arcade's hit boxes say, and what the pictures do.

    python crates/jostle-python/demos/arcade_rings.py          # arrow keys steer, Escape ends
    python ... --frames 200 --shot rings.png                   # without keys, and a picture at the end

arcade's hit box is one outline without holes, so a ship inside a ring is hit all the time. A yellow outline is such a
hit of arcade's; a red one is a rock that the ship does touch, and is pushed out of.
"""

import argparse
import math

import arcade
import PIL.Image
import PIL.ImageDraw

from jostle.arcade import SpriteWorld, TracedHitBox, draw

WIDTH, HEIGHT, SPEED = 640, 400, 2.0
GRAY, BLUE = (140, 149, 159, 255), (33, 139, 255, 255)
TRACED = TracedHitBox(max_error=0.75)


def ring(pen):
    pen.ellipse((2, 2, 126, 126), outline=GRAY, width=10)


def hook(pen):
    pen.line([(18, 10), (18, 110), (110, 110), (110, 50)], fill=GRAY, width=20)


def ship(pen):
    pen.polygon([(24, 2), (44, 46), (24, 34), (4, 46)], fill=BLUE)


def texture(paint, side):
    image = PIL.Image.new("RGBA", (side, side))
    paint(PIL.ImageDraw.Draw(image))
    return arcade.Texture(image, hit_box_algorithm=TRACED)


class Game(arcade.Window):
    def __init__(self, options):
        super().__init__(WIDTH, HEIGHT, "Rings", visible=not options.frames)
        self.options, self.held, self.frame = options, set(), 0
        self.hits = self.false = 0
        self.background_color = (13, 17, 23, 255)
        textures = [texture(paint, 128) for paint in (ring, hook)]
        self.rocks = arcade.SpriteList()
        for i in range(6):
            self.rocks.append(arcade.Sprite(textures[i % 2], center_x=120 + 200 * (i % 3), center_y=100 + 200 * (i // 3)))
        self.ship = arcade.Sprite(texture(ship, 48), center_x=120, center_y=100)
        self.all = arcade.SpriteList()
        self.all.extend([*self.rocks, self.ship])
        self.world = SpriteWorld([self.ship])
        for rock in self.rocks:
            self.world.add(rock, team=1)
        self.touched, self.claimed = set(), set()
        self.label = arcade.Text("", 8, HEIGHT - 22, font_size=11)

    def on_key_press(self, symbol, modifiers):
        self.held.add(symbol)
        if symbol == arcade.key.ESCAPE:
            self.close()

    def on_key_release(self, symbol, modifiers):
        self.held.discard(symbol)

    def steer(self):
        x = (arcade.key.RIGHT in self.held) - (arcade.key.LEFT in self.held)
        y = (arcade.key.UP in self.held) - (arcade.key.DOWN in self.held)
        if self.options.frames:
            x, y = math.cos(self.frame / 35), math.sin(self.frame / 20)
        self.ship.position = self.ship.center_x + x * SPEED, self.ship.center_y + y * SPEED
        if x or y:
            self.ship.angle = math.degrees(math.atan2(x, y))

    def on_update(self, delta_time):
        self.frame += 1
        for i, rock in enumerate(self.rocks):
            rock.angle += (i % 3 - 1) * 0.7
            rock.center_x += math.sin(self.frame / 50 + i) * 0.4
        self.steer()
        self.claimed = set(arcade.check_for_collision_with_list(self.ship, self.rocks))
        self.touched = set()
        for event in self.world.step():
            if event.contact and event.data_a is self.ship:  # the ship was added first
                self.touched.add(event.data_b)
                dx, dy = event.push_a
                self.ship.position = self.ship.center_x + dx, self.ship.center_y + dy
        self.hits, self.false = self.hits + len(self.touched), self.false + len(self.claimed - self.touched)
        self.label.text = f"touches: {self.hits}   touches that only arcade's hit boxes see: {self.false}"

    def on_draw(self):
        self.clear()
        self.all.draw()
        for sprite in self.all:
            only = sprite in self.claimed - self.touched
            draw(sprite, (255, 77, 77, 255) if sprite in self.touched else (227, 179, 65, 255) if only else (63, 185, 80, 255))
        self.label.draw()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--frames", type=int)
    arguments.add_argument("--shot")
    options = arguments.parse_args()
    game = Game(options)
    if not options.frames:
        return arcade.run()
    for _ in range(options.frames):
        game.on_update(1 / 60)
    game.on_draw()
    if options.shot:
        arcade.get_image().save(options.shot)
    print(f"{game.frame} frames, {game.hits} touches, {game.false} that only arcade's hit boxes see")
    game.close()


if __name__ == "__main__":
    main()
