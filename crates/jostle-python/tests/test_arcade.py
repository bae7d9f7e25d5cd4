import math
import runpy
import sys
from pathlib import Path

import numpy
import pytest

arcade = pytest.importorskip("arcade")

import PIL.Image  # noqa: E402
import PIL.ImageDraw  # noqa: E402

import jostle.arcade as ja  # noqa: E402
from jostle import Shape, trace  # noqa: E402

DEMO = Path(__file__).parent.parent / "demos/arcade_rings.py"


def texture(side=40, hole=True, algorithm=None):
    image = PIL.Image.new("RGBA", (side, side))
    PIL.ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), outline="white", width=4, fill=None if hole else "white")
    return arcade.Texture(image, hit_box_algorithm=algorithm or ja.TracedHitBox())


@pytest.fixture(scope="module")
def window():
    window = arcade.Window(320, 200, visible=False)
    yield window
    window.close()


def test_hit_boxes_are_traced_within_their_bound():
    algorithm = ja.TracedHitBox(max_error=0.5)
    made = texture(hole=False, algorithm=algorithm)
    points = made.hit_box_points
    assert 8 <= len(points) <= 40 and all(math.hypot(x, y) < 21 for x, y in points)
    ours = Shape.polygon(points).place().area
    own = Shape.polygon(arcade.hitbox.algo_simple.calculate(made.image)).place().area
    wanted = numpy.asarray(made.image)[..., 3].astype(bool).sum()
    assert abs(ours - wanted) < abs(own - wanted) and abs(ours - wanted) < 0.03 * wanted
    assert algorithm.cache_name != ja.TracedHitBox().cache_name
    assert algorithm(max_error=2.0).max_error == 2.0
    empty = arcade.Texture(PIL.Image.new("RGBA", (8, 8)), hit_box_algorithm=algorithm)
    assert len(empty.hit_box_points) == 4 and ja.texture_shape(empty).place().area == 64


def test_sprites_are_placed_as_arcade_places_their_hit_boxes():
    sprite = arcade.Sprite(texture(hole=False, algorithm=arcade.hitbox.algo_detailed), scale=2)
    for angle in (0, 30, 200):
        sprite.position, sprite.angle, sprite.scale = (50, 70), angle, (1.5, 0.5)
        adjusted = Shape.polygon(sprite.hit_box.get_adjusted_points()).place()
        placed = ja.placed(sprite)
        assert placed.area == pytest.approx(adjusted.area, rel=1e-4)
        assert placed.region(adjusted).area == pytest.approx(adjusted.area, rel=1e-3)


def hook(algorithm):
    """A picture that no flip and no turn maps to itself."""
    image = PIL.Image.new("RGBA", (30, 20))
    PIL.ImageDraw.Draw(image).polygon([(0, 0), (29, 0), (29, 4), (5, 4), (5, 19), (0, 19)], fill="white")
    return arcade.Texture(image, hit_box_algorithm=algorithm)


TURNS = [(), ("flip_left_right",), ("flip_top_bottom",), ("rotate_90",), ("rotate_180",), ("rotate_270",), ("flip_diagonally",),
         ("transverse",), ("flip_left_right", "rotate_90"), ("rotate_90", "flip_top_bottom", "rotate_270")]  # fmt: skip


@pytest.mark.parametrize("turns", TURNS)
def test_flipped_and_turned_textures_collide_as_they_are_drawn(turns):
    # Exact, so that the outline is arcade's own hit box, which it turns itself.
    texture = hook(ja.TracedHitBox(max_error=0))
    for turn in turns:
        texture = getattr(texture, turn)()
    own = Shape.polygon(texture.hit_box_points).place()
    shape = ja.texture_shape(texture).place()
    assert shape.area == pytest.approx(own.area) and shape.region(own).area == pytest.approx(own.area)
    sprite = arcade.Sprite(texture, center_x=50, center_y=70, angle=30)
    world = ja.SpriteWorld([sprite])
    for x, y in numpy.random.default_rng(5).uniform(-25, 25, (200, 2)) + (50, 70):
        dot = Shape.circle(0.01).place((x, y))
        drawn = Shape.polygon(sprite.hit_box.get_adjusted_points()).place()
        if abs(drawn.gap(dot).separation) > 0.1:
            assert ja.placed(sprite).overlaps(dot) == drawn.overlaps(dot) == bool(world.world.overlapping(dot))


def test_a_sprite_that_turns_round_gets_the_other_outline():
    right = hook(ja.TracedHitBox())
    sprite = arcade.Sprite(right)
    world = ja.SpriteWorld([sprite])
    probe = Shape.circle(1).place((12, -8))
    assert not world.world.overlapping(probe)
    # As in arcade, another texture brings no other hit box until it is asked for.
    sprite.texture = right.flip_left_right()
    world.sync()
    assert not world.world.overlapping(probe)
    sprite.sync_hit_box_to_texture()
    world.sync()
    assert world.world.overlapping(probe)


def test_outlines_have_holes_where_hit_boxes_have_none():
    ring, dot = arcade.Sprite(texture(60)), arcade.Sprite(texture(10, hole=False))
    assert arcade.check_for_collision(ring, dot) and not ja.check_for_collision(ring, dot)
    dot.position = 28, 0
    assert ja.check_for_collision(ring, dot)


def test_lists_agree_with_arcade_on_solid_sprites(window):
    rng = numpy.random.default_rng(9)
    # A square's corners lie on pixels, so that rounding decides nothing.
    square = arcade.Texture(PIL.Image.new("RGBA", (12, 12), "white"))
    sprites = arcade.SpriteList()
    for x, y in rng.uniform(0, 300, (200, 2)):
        sprites.append(arcade.Sprite(square, center_x=x, center_y=y, angle=float(rng.uniform(0, 360))))
    world = ja.SpriteWorld(sprites)
    found = 0
    for sprite in sprites:
        wanted = set(arcade.check_for_collision_with_list(sprite, sprites, method=3))
        assert set(ja.check_for_collision_with_list(sprite, sprites)) == wanted == set(world.collisions(sprite))
        found += len(wanted)
    assert found > 100


def test_a_world_of_sprites_reports_enter_and_exit():
    a, b = arcade.Sprite(texture()), arcade.Sprite(texture(), center_x=100)
    world = ja.SpriteWorld([a, b])
    assert world.step() == []
    b.center_x = 38
    (enter,) = world.step()
    assert (enter.kind, enter.data_a, enter.data_b) == ("enter", a, b)
    b.scale = 0.1
    assert world.step()[0].kind == "exit"
    b.hit_box = arcade.hitbox.HitBox(((-400, -1), (400, -1), (0, 400)), b.position)
    assert world.step()[0].kind == "enter"


def test_drawing_leaves_marks(window):
    window.clear()
    sprite = arcade.Sprite(texture(), center_x=100, center_y=100)
    ja.draw(sprite, arcade.color.RED)
    assert (255, 0, 0, 255) in dict(map(reversed, arcade.get_image().getcolors(1 << 24)))
    ja.draw(ja.SpriteWorld([sprite]))
    assert (26, 127, 55, 255) in dict(map(reversed, arcade.get_image().getcolors(1 << 24)))


def test_the_demo_finds_touches_that_hit_boxes_only_imagine(tmp_path, monkeypatch, capsys):
    shot = tmp_path / "rings.png"
    monkeypatch.setattr(sys, "argv", [str(DEMO), "--frames", "120", "--shot", str(shot)])
    runpy.run_path(str(DEMO), run_name="__main__")
    said = capsys.readouterr().out.split()
    assert int(said[2]) > 5 and int(said[4]) > 20
    assert len(numpy.unique(trace.frames(shot)[0][0].reshape(-1, 4), axis=0)) > 4
