"""Where a team's own rules lie: folders that were named, and installed packages. Nothing of theirs is run here.

The records are named tuples: every check loads them, and a data class takes a millisecond to make.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from evalspec.records import Refusal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "evalspec.rules"
"""The group of entry points by which an installed package offers rules."""

SETTINGS = ("evalspec.toml", "pyproject.toml")


class Folder(NamedTuple):
    """A folder of rules, and what named it."""

    path: Path
    named_by: str


class Places(NamedTuple):
    """Where to look; nowhere, unless somebody named a folder or lets installed packages take part."""

    folders: tuple[Folder, ...] = ()
    installed: bool = False


class RuleFile(NamedTuple):
    """A file that offers a rule, as it was read. ``package``: name and version of what installed it, or None."""

    path: Path
    raw: bytes
    origin: str
    module: str | None = None
    package: str | None = None

    @property
    def digest(self) -> str:
        """Of the file's bytes: what the seal records."""
        import hashlib

        return "sha256:" + hashlib.sha256(self.raw).hexdigest()


def places(folders: Sequence[Path], *, named_by: str, settings: Path | None = None) -> Places:
    """Those folders, those that the settings in the folder ``settings`` name, and the installed packages.

    Raises:
        Refusal: the settings can't be understood (exit 2).
    """
    named = [Folder(f, named_by) for f in folders]
    named += _configured(settings) if settings is not None else []
    once = {f.path.resolve(): f for f in reversed(named)}
    return Places(folders=tuple(reversed(once.values())), installed=True)


def files(where: Places) -> tuple[RuleFile, ...]:
    """Every rule file, read and not run: folders as named, then packages by name.

    Raises:
        Refusal: there is no such folder, nothing in it, or a file or package can't be read (exit 2).
    """
    found = [file for folder in where.folders for file in _in_folder(folder)]
    if where.installed:
        found += [file for point in _entry_points() for file in _in_package(point)]
    return tuple(found)


def present(where: Places, recorded: Mapping[str, str]) -> dict[str, str]:
    """Digest of each rule that lies here now, by its code, which is read off the text: no rule is run.

    ``recorded`` are the digests on the record, by code: a file with one of them is that rule, however it says its code.
    """
    known = {digest: code for code, digest in recorded.items()}
    found = {}
    for file in files(where):
        code = known.get(file.digest) or code_in(file.raw)
        if code:
            found[code] = file.digest
    return found


def code_in(raw: bytes) -> str | None:
    """The code that a rule file gives its rule, where the text says it outright."""
    import ast

    try:
        tree = ast.parse(raw)
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        for word in node.keywords if isinstance(node, ast.Call) else ():
            if word.arg == "code" and isinstance(word.value, ast.Constant) and isinstance(word.value.value, str):
                return word.value.value
    return None


def _configured(beside: Path) -> list[Folder]:
    found: list[Folder] = []
    for name in SETTINGS:
        path = beside / name
        if not path.is_file():
            continue
        folders = _rules_of(_settings(path), path)
        if found and folders:
            raise Refusal(
                "evalspec.toml names folders of rules as well", file=str(path), help="say it in one of the two"
            )
        found += [Folder(path.parent / folder, name) for folder in folders]
    return found


def _settings(path: Path) -> Mapping[str, Any]:
    """The table ``[tool.evalspec]``; empty where the file has none."""
    try:
        raw = path.read_bytes()
    except OSError as e:
        raise Refusal(f"the settings can't be read: {(e.strerror or 'error').lower()}", file=str(path)) from e
    own = path.name == SETTINGS[0]
    if b"evalspec" not in raw and not own:
        return {}  # the common case, and reading TOML takes time
    import tomllib

    try:
        table = tomllib.loads(raw.decode()).get("tool", {}).get("evalspec")
    except (ValueError, AttributeError) as e:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise Refusal(f"this is not TOML: {e}", file=str(path)) from e
    if table is None and own:
        raise Refusal(
            "it has no table [tool.evalspec]", file=str(path), help='write [tool.evalspec], then rules = ["FOLDER"]'
        )
    if not isinstance(table, dict | None):
        raise Refusal(
            "tool.evalspec is no table", file=str(path), help='write [tool.evalspec], then rules = ["FOLDER"]'
        )
    return table or {}


def _rules_of(table: Mapping[str, Any], path: Path) -> list[str]:
    for key in table:
        if key != "rules":
            from evalspec.plan.load import near

            raise Refusal(f"[tool.evalspec] has no key `{key}`", file=str(path), help=near(key, ["rules"]))
    folders = table.get("rules", [])
    if not isinstance(folders, list) or not all(isinstance(f, str) and f for f in folders):
        raise Refusal("rules is no list of folders", file=str(path), help='write rules = ["FOLDER"]')
    return folders


def _in_folder(folder: Folder) -> list[RuleFile]:
    if not folder.path.is_dir():
        raise Refusal(
            "there is no such folder of rules", file=str(folder.path), help=f"it is named by {folder.named_by}"
        )
    paths = [p for p in sorted(folder.path.glob("*.py")) if not p.name.startswith("_")]
    if not paths:
        raise Refusal(
            "no rule lies in this folder",
            file=str(folder.path),
            help="`evalspec new rule NAME --into FOLDER` writes one",
        )
    return [RuleFile(path=p, raw=_read(p), origin=f"{folder.path} ({folder.named_by})") for p in paths]


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise Refusal("this is no plain file", file=str(path))
    try:
        return path.read_bytes()
    except OSError as e:
        raise Refusal(f"the rule can't be read: {(e.strerror or 'error').lower()}", file=str(path)) from e


def _entry_points() -> "list[EntryPoint]":
    from importlib.metadata import distributions, entry_points

    if not any(GROUP in (d.read_text("entry_points.txt") or "") for d in distributions()):
        return []  # the common case, in a third of the time
    return sorted(entry_points(group=GROUP), key=lambda p: (p.dist.name if p.dist else "", p.name))


def _in_package(point: "EntryPoint") -> Iterator[RuleFile]:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else point.name
    for module, path in _modules(point.value, package):
        yield RuleFile(path=path, raw=_read(path), origin=f"{package} (installed)", module=module, package=package)


def _modules(name: str, package: str) -> list[tuple[str, Path]]:
    """A module, or every module of a package but ``base`` and those that begin with ``_``. Nothing is imported."""
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    top, *rest = name.split(".")
    spec = find_spec(top) if top.isidentifier() else None
    for n, part in enumerate(rest):
        inside = spec.submodule_search_locations if spec else None
        spec = PathFinder.find_spec(".".join((top, *rest[: n + 1])), inside) if inside and part.isidentifier() else None
    if spec is None:
        help = f"the entry point of {package} in the group {GROUP} must be a module or a package"
        raise Refusal(f"there is no module `{name}`", file=package, help=help)
    if spec.submodule_search_locations is None:
        return [(name, Path(str(spec.origin)))]
    found = []
    for root in map(Path, spec.submodule_search_locations):
        for path in sorted(root.rglob("*.py")):
            if not path.name.startswith("_") and path.stem != "base":
                found.append((".".join((name, *path.relative_to(root).with_suffix("").parts)), path))
    return found
