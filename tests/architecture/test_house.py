"""The house rules that no linter holds."""

import ast
from pathlib import Path

import pytest

import evalspec
from evalspec.catalogue import collect

ROOT = Path(evalspec.__file__).parent
FILES = sorted(p for p in ROOT.rglob("*.py") if "_shipped" not in p.parts)
BROAD = {"rules/_engine.py", "cli/main.py"}


def functions(tree):
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_a_file_is_short_and_so_are_its_functions(path):
    text = path.read_text()
    assert len(text.splitlines()) <= 300
    for f in functions(ast.parse(text)):
        assert f.end_lineno - f.lineno + 1 <= 40, f.name


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_only_two_places_catch_everything(path):
    name = path.relative_to(ROOT).as_posix()
    for handler in ast.walk(ast.parse(path.read_text())):
        if isinstance(handler, ast.ExceptHandler):
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            caught = {getattr(k, "id", "") for k in kinds}
            assert not caught & {"", "Exception", "BaseException"} or name in BROAD or "attr" in dir(kinds[0]), name


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_a_file_says_what_it_is_for_and_nothing_public_is_silent(path):
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree)
    if path.name.startswith("_") and path.name != "__init__.py":
        return  # private to its room
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            of_a_rule = (
                path.relative_to(ROOT).parts[0] == "rules" and path.parent.name != "rules"
            )  # RULE alone is public
            assert of_a_rule or ast.get_docstring(node), node.name


def test_no_loader_that_can_run_code_is_used():
    for path in FILES:
        text = path.read_text()
        for word in ("yaml.load(", "FullLoader", "unsafe_load", "UnsafeLoader", "pickle", "eval(", "exec("):
            assert word not in text.replace("literal_eval(", ""), (path, word)


def offering(folder, monkeypatch, **modules):
    package = folder / "somewhere"
    package.mkdir()
    (package / "__init__.py").write_text('"""P."""\n')
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    import importlib
    import sys

    for name in [n for n in sys.modules if n.split(".")[0] == "somewhere"]:
        del sys.modules[name]
    return importlib.import_module("somewhere")


THING = "class T:\n    id = {id!r}\nTHING = T()\n"


def test_a_definition_is_found_by_being_there(tmp_path, monkeypatch):
    found = offering(tmp_path, monkeypatch, b=THING.format(id="x"), a=THING.format(id="y"), base="", _words="")
    assert list(collect(found, "THING", "id")) == ["x", "y"]


def test_a_file_that_offers_no_definition_is_refused(tmp_path, monkeypatch):
    found = offering(tmp_path, monkeypatch, a=THING.format(id="x"), b="")
    with pytest.raises(TypeError, match=r"somewhere\.b offers no THING"):
        collect(found, "THING", "id")


def test_two_files_with_one_key_are_refused(tmp_path, monkeypatch):
    found = offering(tmp_path, monkeypatch, a=THING.format(id="x"), b=THING.format(id="x"))
    with pytest.raises(ValueError, match="a second time"):
        collect(found, "THING", "id")


def test_nothing_is_a_list_that_must_be_edited_when_a_definition_is_added():
    """A metric, interval, summary, rule or command is named in no other file's list of modules."""
    for kind in ("metrics", "intervals", "summaries", "comparisons", "curves"):
        names = [p.stem for p in (ROOT / kind).glob("*.py") if p.stem not in ("__init__", "base") and p.stem[0] != "_"]
        for path in FILES:
            text = path.read_text()
            for name in names:
                assert f"from evalspec.{kind}.{name} import" not in text or path.parent.name == kind, (path, name)
