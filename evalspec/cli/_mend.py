"""What `check --fix`, `check --diff` and `fmt` share: showing a change, and making it."""

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import click

from evalspec.records import Finding


def mended(path: Path, wanted: Callable[[Finding], bool], debug: bool) -> None:
    """Make every fix in the file. Raises Refusal: it comes from standard input, is sealed, or can't be written."""
    from evalspec.pipeline._fix import fixed, refuse_sealed, rewrite

    if str(path) == "-":
        raise click.UsageError(
            "--fix changes a file, and a plan from standard input (-) is none; --diff shows the change"
        )
    done = fixed(path, wanted=wanted, debug=debug)
    if done.after == done.before:
        return
    refuse_sealed(path)
    rewrite(path, done.after, instead_of=done.before)
    for what in done.made:
        click.echo(f"{path}: {what}", err=True)


def diffs(plans: tuple[Path, ...], wanted: Callable[[Finding], bool], stdin_filename: str | None, debug: bool) -> int:
    """Print what ``mended`` would change; 1 where that is something."""
    from evalspec.pipeline._fix import fixed

    code = 0
    for path in plans:
        name = (stdin_filename or "<stdin>") if str(path) == "-" else str(path)
        done = fixed(path, filename=name, wanted=wanted, debug=debug)
        click.echo(unified(done.before, done.after, name), nl=False)
        code = max(code, int(done.after != done.before))
    return code


def unified(before: bytes, after: bytes, name: str) -> str:
    """A unified diff; empty where nothing differs."""
    if before == after:
        return ""
    old, new = (raw.decode("utf-8", "replace").splitlines(keepends=True) for raw in (before, after))
    lines = unified_diff(old, new, fromfile=f"{name} (now)", tofile=f"{name} (mended)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
