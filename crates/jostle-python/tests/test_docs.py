"""The examples in docstrings and in the README run."""

import doctest
import inspect
from pathlib import Path

import pytest

import jostle
import jostle.trace
from jostle import _native


def docs():
    yield "jostle", jostle.__doc__
    yield "jostle.trace", jostle.trace.__doc__
    for name, thing in vars(_native).items():
        if inspect.isclass(thing) or inspect.isroutine(thing):
            yield name, thing.__doc__ or ""
    yield "JostleError", jostle.JostleError.__doc__
    yield "README", (Path(__file__).parent.parent / "README.md").read_text()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, text in docs() if ">>>" in text], ids=lambda v: v[:20])
def test_examples_give_what_they_show(name, text, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[3])
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_there_are_examples():
    assert sum(">>>" in text for _, text in docs()) >= 8
