import os
import runpy
import sys
from pathlib import Path

import numpy
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame = pytest.importorskip("pygame")

import jostle.pygame as jp  # noqa: E402
from jostle import JostleError, Shape, trace  # noqa: E402

DEMO = Path(__file__).parent.parent / "demos/pygame_rocks.py"


def ring(side=40):
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(surface, "white", (side // 2, side // 2), side // 2, 4)
    return surface


class Sprite(pygame.sprite.Sprite):
    def __init__(self, image, at=(0, 0), **attributes):
        super().__init__()
        self.image, self.rect = image, image.get_rect(topleft=at)
        vars(self).update(attributes)


def test_rects_and_masks_are_placed():
    assert jp.placed(pygame.Rect(1, 2, 4, 6)) == Shape.rect_size((4, 6)).place((3, 5))
    assert jp.placed(pygame.FRect(0.5, 0, 1, 1)).bounds.min == (0.5, 0)
    assert jp.placed(pygame.Rect(4, 0, -4, 2)).bounds == jp.placed(pygame.Rect(0, 0, 4, 2)).bounds
    mask = pygame.mask.from_surface(ring())
    assert jp.placed(mask).area == mask.count() == jp.mask_shape(mask).place().area
    with pytest.raises(JostleError):
        jp.mask_shape(pygame.mask.Mask((4, 4)))


def test_outlines_of_sprites_have_holes_where_rects_have_none():
    outer = Sprite(ring())
    inner = Sprite(pygame.Surface((8, 8)), (16, 16))
    inner.image.fill("white")
    group = pygame.sprite.Group(inner)
    assert pygame.sprite.spritecollide(outer, group, False) == [inner]
    assert jp.spritecollide(outer, group) == [] and jp.spritecollideany(outer, group) is None
    inner.rect.x = 0
    assert jp.spritecollide(outer, group) == [inner] and jp.spritecollideany(outer, group) is inner
    assert pygame.sprite.spritecollide(outer, group, False, jp.collide_outline) == [inner]
    assert jp.groupcollide(group, pygame.sprite.Group(outer)) == {inner: [outer]}
    jp.spritecollide(outer, group, dokill=True)
    assert not group


def test_touching_sprites_do_not_collide():
    square = pygame.Surface((8, 8))
    square.fill("white")
    a, b = Sprite(square), Sprite(square, (8, 0))
    assert not jp.collide_outline(a, b) and not pygame.sprite.collide_mask(a, b)
    b.rect.x = 7
    assert jp.collide_outline(a, b) and pygame.sprite.collide_mask(a, b)


def test_masks_agree_with_pygame_wherever_they_are():
    rng = numpy.random.default_rng(8)
    masks = []
    for _ in range(6):
        mask = pygame.mask.Mask((20, 14))
        for x, y in rng.integers(0, (20, 14), (60, 2)):
            mask.set_at((x, y))
        masks.append(mask)
    met = 0
    for a in masks:
        for b in masks:
            for dx, dy in rng.integers(-21, 21, (20, 2)).tolist():
                meets = a.overlap(b, (dx, dy)) is not None
                assert jp.placed(a).overlaps_interior(jp.mask_shape(b).place((dx, dy))) == meets
                met += meets
    assert 100 < met < 700


def test_hitboxes_turn_as_the_picture_does():
    surface = pygame.Surface((40, 20), pygame.SRCALPHA)
    pygame.draw.rect(surface, "white", (0, 0, 40, 6))
    hitbox = trace.hitbox(pygame.surfarray.array_alpha(surface).T.copy())
    for angle in (0, 90, 180, 270):
        turned = pygame.transform.rotate(surface, angle)
        sprite = Sprite(turned, (100, 50), hitbox=hitbox, angle=angle)
        pixels = jp.mask_shape(pygame.mask.from_surface(turned)).place(sprite.rect.topleft)
        placed = jp.placed(sprite)
        assert placed.area == pytest.approx(240) and placed.region(pixels).area == pytest.approx(240, rel=1e-4)
    double = Sprite(pygame.transform.scale_by(surface, 2), (0, 0), hitbox=hitbox, scale=2)
    assert jp.placed(double).area == 960


def test_color_keys_and_empty_pictures():
    surface = pygame.Surface((10, 10))
    surface.fill("magenta")
    surface.set_colorkey("magenta")
    full, empty = pygame.Surface((30, 30)), Sprite(surface, (10, 10))
    assert jp.surface_shape(surface) is None and not jp.collide_outline(empty, Sprite(full))
    assert jp.spritecollide(Sprite(full), [empty]) == [] and jp.groupcollide([empty], [Sprite(full)]) == {}
    assert jp.SpriteWorld([empty, Sprite(full)]).step() == []
    with pytest.raises(JostleError, match="visible"):
        jp.placed(empty)
    keyed = pygame.Surface((10, 10))
    keyed.fill("magenta")
    keyed.set_colorkey("magenta")
    keyed.fill("white", (0, 0, 5, 10))
    assert jp.surface_shape(keyed).place().area == 50
    assert jp.surface_shape(keyed) is jp.surface_shape(keyed)


def test_a_world_of_sprites_reports_enter_stay_and_exit():
    a, b = Sprite(ring()), Sprite(ring(), (100, 0))
    world = jp.SpriteWorld([a, b])
    assert world.step() == [] and len(world) == 2 and a in world
    b.rect.x = 38
    (enter,) = world.step()
    assert (enter.kind, enter.data_a, enter.data_b) == ("enter", a, b) and enter.push_b[0] > 0
    assert world.collisions(a) == [b] and world.collides(b)
    b.image = pygame.Surface((1, 1), pygame.SRCALPHA)
    (exit_,) = world.step()
    assert exit_.reason == "reshaped"
    world.remove(b)
    world.remove(b)
    assert b not in world and world.step() == []
    with pytest.raises(KeyError):
        world.key(b)


def test_drawing_leaves_marks():
    screen = pygame.Surface((60, 60))
    jp.draw(screen, Sprite(ring(), (5, 5)), "red")
    assert pygame.mask.from_threshold(screen, "red", (1, 1, 1)).count() > 60
    a, b = Sprite(ring()), Sprite(ring(), (20, 0))
    world = jp.SpriteWorld([a, b])
    world.step()
    screen.fill("black")
    jp.draw(screen, world, offset=(1, 1))
    assert len({tuple(screen.get_at((x, y))) for x in range(60) for y in range(60)}) >= 3


def test_the_demo_finds_touches_that_rects_only_imagine(tmp_path, monkeypatch):
    shot = tmp_path / "rocks.png"
    monkeypatch.setattr(sys, "argv", [str(DEMO), "--frames", "200", "--shot", str(shot)])
    hits, false = runpy.run_path(str(DEMO))["main"]()
    assert hits > 20 and false > 5
    colors = {tuple(color) for color in trace.frames(shot)[0][0].reshape(-1, 4).tolist()}
    assert (255, 77, 77, 255) in colors and (63, 185, 80, 255) in colors


def test_a_surface_is_a_picture():
    surface = pygame.Surface((12, 8), pygame.SRCALPHA)
    pygame.draw.rect(surface, "white", (2, 1, 5, 6))
    bounds = trace.hitbox(surface).shape.place().bounds
    assert (bounds.min, bounds.max) == ((2, 1), (7, 7))
    keyed = pygame.Surface((12, 8))
    keyed.fill("magenta")
    pygame.draw.rect(keyed, "white", (2, 1, 5, 6))
    keyed.set_colorkey("magenta")
    assert trace.hitbox(keyed).shape.place().area == 30
