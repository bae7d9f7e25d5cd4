import json
from pathlib import Path

import numpy
import pytest

from jostle import JostleError, Shape, trace

ART = Path(__file__).parents[3] / "examples/art"
y, x = numpy.mgrid[0:32, 0:32]
DISC = (x - 15.5) ** 2 + (y - 15.5) ** 2 < 225


def test_a_mask_is_traced_within_its_bound():
    exact, loose = trace.hitbox(DISC), trace.hitbox(DISC, max_error=1)
    assert exact.report.iou == 1 and loose.report.vertices < exact.report.vertices / 3
    assert max(loose.report.deviation_inward, loose.report.deviation_outward) <= 1
    assert exact.shape.place().area == DISC.sum() == Shape.mask(DISC).place().area
    assert exact.size == (32, 32) and exact.fit is None and not exact.pieces


def test_options_reach_the_tracer():
    assert trace.hitbox(DISC, iou=0.9, fit=True).fit == "circle"
    ring = DISC & ((x - 15.5) ** 2 + (y - 15.5) ** 2 > 64)
    assert [r.hole for r in trace.hitbox(ring).outline] == [False, True]
    assert len(trace.hitbox(ring, fill="holes").outline) == 1
    pieces = trace.hitbox(ring, max_vertices=40, pieces=8).pieces
    assert pieces and all(len(piece) <= 8 for piece in pieces)
    assert trace.hitbox(numpy.zeros((4, 4), bool)).shape is None
    standing = trace.hitbox(DISC, pivot=(16, 31))
    assert standing.to_pivot().transform_point((16, 31)) == (0, 0) and standing.with_pivot(1, 2).pivot == (1, 2)


def test_arrays_pictures_bytes_and_paths_are_the_same_picture():
    PIL = pytest.importorskip("PIL.Image")
    path = ART / "gear.png"
    pixels = trace.frames(path)[0][0]
    assert pixels.dtype == numpy.uint8 and pixels.shape[2] == 4
    wanted = trace.hitbox(path, max_error=1).outline
    for picture in [str(path), path.read_bytes(), pixels, PIL.open(path), pixels[..., 3]]:
        assert trace.hitbox(picture, max_error=1).outline == wanted
    drawn = trace.preview(path, trace.hitbox(path, max_error=1), scale=2)
    assert drawn.size == (pixels.shape[1] * 2, pixels.shape[0] * 2) and (209, 36, 47, 255) in dict(map(reversed, drawn.getcolors(1 << 24)))


def test_hitboxes_are_written_in_the_forms_of_others():
    hitbox = trace.hitbox(DISC, max_error=1)
    ((name, text),) = hitbox.export("json", "disc")
    assert name == "disc.hitbox.json" and json.loads(text)
    assert "<svg" in hitbox._repr_svg_() and "vertices" in repr(hitbox)


def test_what_cannot_be_traced_is_refused():
    for call, kind in [
        (lambda: trace.hitbox(b"no picture"), "picture"),
        (lambda: trace.hitbox(numpy.zeros((4, 4, 7), numpy.uint8)), "wrong_length"),
        (lambda: trace.hitbox(numpy.zeros((4, 4, 4), numpy.float32)), "wrong_length"),
        (lambda: trace.hitbox(DISC, max_vertices=1), "goal"),
        (lambda: trace.hitbox(DISC, side="up"), "word"),
        (lambda: trace.hitbox(DISC, pieces=2), "word"),
        (lambda: trace.hitbox(numpy.zeros((4, 4, 4), numpy.uint8), ignored=["pink"]), "color"),
        (lambda: trace.hitbox(DISC).export("gltf"), "word"),
    ]:
        with pytest.raises(JostleError) as caught:
            call()
        assert caught.value.kind == kind
    with pytest.raises(FileNotFoundError):
        trace.hitbox("nowhere.png")
