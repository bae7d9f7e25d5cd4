"""A ship among rings, crescents and hooks: what pygame's rects say, and what the pictures do.

    python crates/jostle-python/demos/pygame_rocks.py          # arrow keys steer, Escape ends
    python ... --frames 200 --shot rocks.png                   # without keys, and a picture at the end

A yellow box is a rock whose rect meets the ship's while their pictures are apart; a red outline is a rock that the
ship touches and is pushed out of.
"""

import argparse
import math
import random

import pygame

from jostle import trace
from jostle.pygame import SpriteWorld, draw

SIZE = pygame.Vector2(640, 400)
SPEED = 120


def ring(surface):
    pygame.draw.circle(surface, "#8c959f", (48, 48), 47, 9)


def crescent(surface):
    pygame.draw.circle(surface, "#8c959f", (48, 48), 47)
    pygame.draw.circle(surface, (0, 0, 0, 0), (64, 40), 42)


def hook(surface):
    pygame.draw.lines(surface, "#8c959f", False, [(14, 10), (14, 82), (82, 82), (82, 40)], 18)


def ship(surface):
    pygame.draw.polygon(surface, "#218bff", [(24, 2), (44, 46), (24, 34), (4, 46)])


def picture(paint, side=96):
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    paint(surface)
    return surface, trace.hitbox(pygame.surfarray.array_alpha(surface).T.copy(), max_error=0.75)


class Thing(pygame.sprite.Sprite):
    def __init__(self, picture, position, velocity=(0, 0), spin=0.0):
        super().__init__()
        self.picture, self.hitbox = picture
        self.position, self.velocity, self.spin = pygame.Vector2(position), pygame.Vector2(velocity), spin
        self.angle = 0.0
        self.turn(0)

    def turn(self, seconds):
        self.angle += self.spin * seconds
        self.position += self.velocity * seconds
        for axis in (0, 1):
            if not 40 <= self.position[axis] <= SIZE[axis] - 40:
                self.velocity[axis] = math.copysign(self.velocity[axis], SIZE[axis] / 2 - self.position[axis])
        self.image = pygame.transform.rotate(self.picture, self.angle)
        self.rect = self.image.get_frect(center=self.position)


def steer(player, frame, scripted):
    """Sets the ship's way from the keys, or along a fixed path."""
    keys = pygame.key.get_pressed()
    way = pygame.Vector2(keys[pygame.K_RIGHT] - keys[pygame.K_LEFT], keys[pygame.K_DOWN] - keys[pygame.K_UP])
    if scripted:
        way = pygame.Vector2(math.cos(frame / 40), math.sin(frame / 25))
    player.velocity = way * SPEED
    if way:
        player.angle = way.angle_to((0, -1))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--frames", type=int)
    arguments.add_argument("--shot")
    options = arguments.parse_args()
    pygame.init()
    screen, clock, font = pygame.display.set_mode(SIZE), pygame.time.Clock(), pygame.font.Font(None, 20)
    rng, pictures = random.Random(4), [picture(paint) for paint in (ring, crescent, hook)]
    rocks = [
        Thing(pictures[i % 3], (110 + 210 * (i % 3), 110 + 180 * (i // 3)), (rng.uniform(-20, 20), rng.uniform(-20, 20)), rng.uniform(-50, 50))
        for i in range(6)
    ]
    player = Thing(picture(ship, 48), (110, 110))
    world = SpriteWorld([player])
    for rock in rocks:
        world.add(rock, team=1)  # rocks pass through each other
    frame = false = hits = 0
    while frame != options.frames and not any(
        event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE) for event in pygame.event.get()
    ):
        frame += 1
        seconds = 1 / 60 if options.frames else clock.tick(60) / 1000
        steer(player, frame, options.frames)
        for thing in (player, *rocks):
            thing.turn(seconds)
        touched = set()
        for event in world.step():
            if event.contact and event.data_a is player:
                touched.add(event.data_b)
                player.position += event.push_a  # the ship was added first
        boxed = {rock for rock in rocks if player.rect.colliderect(rock.rect)} - touched
        hits, false = hits + len(touched), false + len(boxed)
        screen.fill("#0d1117")
        for thing in (*rocks, player):
            screen.blit(thing.image, thing.rect)
            draw(screen, thing, "#ff4d4d" if thing in touched else "#3fb950")
        for rock in boxed:
            pygame.draw.rect(screen, "#e3b341", rock.rect, 1)
        text = f"touches: {hits}   touches that only the rects see: {false}"
        screen.blit(font.render(text, True, "white"), (8, 8))
        pygame.display.flip()
    if options.shot:
        pygame.image.save(screen, options.shot)
    pygame.quit()
    print(f"{frame} frames, {hits} touches, {false} that only the rects see")
    return hits, false


if __name__ == "__main__":
    main()
