"""Build a release twice from what is committed, compare, pack, check, and write hashes and notes: `make release`."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import click

from lab.figure import at_most
from lab.release.archives import ReleaseFile, read_sources, read_wheel, tarred, zipped
from lab.release.contents import placeholders, problems_of
from lab.release.notes import notes, section
from lab.release.parts import completed
from table import __version__
from table.records.temporary import temporary_folder
from table.words.terminal import print_line

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "table/devices/service/locked.txt"
PARTS = f"command_table-{__version__}.cdx.json"
MOST_BYTES = 1_500_000
MASKS = (0o022, 0o077)
"""The two builds are those of two people, of whom one lets others read his files."""


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=ROOT / "dist", show_default="dist")
def main(out: Path) -> None:
    """Build and check the files of a release. Nothing is published."""
    made_at, commit = int(_git("log", "-1", "--format=%ct")), _git("rev-parse", "HEAD")
    with temporary_folder() as folder:
        builds = [_built(folder / str(mask), mask, made_at) for mask in MASKS]
    wheel, sources, from_sources = builds[0]
    problems = [*problems_of(wheel, __version__)]
    if builds[0] != builds[1]:
        problems.append("two builds of one commit differ: " + ", ".join(_differing(builds[0], builds[1])))
    if from_sources != wheel:
        problems.append("the wheel of the source archive differs: " + ", ".join(_unlike(wheel, from_sources)))
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    files = {
        f"command_table-{__version__}-py3-none-any.whl": zipped(wheel, made_at),
        f"command_table-{__version__}.tar.gz": tarred(sources, made_at),
    }
    for name, content in files.items():
        (out / name).write_bytes(content)
    if subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *(out / name for name in files)], check=False
    ).returncode:
        problems.append("twine finds fault with the metadata")
    files[PARTS] = _parts(out, made_at, next(iter(files.values())), wheel)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    (out / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(hashes.items())), "utf-8")
    date, text = section((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    (out / "NOTES.md").write_text(notes(__version__, date, text, hashes), "utf-8")
    for name, content in files.items():
        print_line(f"{hashes[name]}  {name}  {len(content):,} bytes")
    weight = at_most("release.wheel", [len(next(iter(files.values()))) / 1e6], MOST_BYTES / 1e6, "MB")
    print_line(f"{weight.name}: {weight.value} {weight.unit}, goal {weight.goal}, {'met' if weight.ok else 'missed'}")
    for before in _to_do(date, wheel, commit):
        print_line(f"before it is published: {before}")
    for problem in problems:
        print_line(f"problem: {problem}", error=True)
    sys.exit(1 if problems else 0)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _built(folder: Path, mask: int, made_at: int) -> tuple[list[ReleaseFile], list[ReleaseFile], list[ReleaseFile]]:
    """Build what is committed in a folder. Return its wheel, its source archive, and that archive's wheel."""
    checkout, again = folder / "checkout", folder / "again"
    checkout.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(checkout)], input=archive, check=True, umask=mask)
    _build(checkout, folder / "dist", mask, made_at, "--wheel", "--sdist")
    (wheel,), (sources,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    with tarfile.open(sources) as packed:
        packed.extractall(again, filter="data")
    (unpacked,) = again.iterdir()
    _build(unpacked, again / "dist", mask, made_at, "--wheel")
    (from_sources,) = (again / "dist").glob("*.whl")
    return read_wheel(wheel), sorted(read_sources(sources)), read_wheel(from_sources)


def _build(folder: Path, out: Path, mask: int, made_at: int, *kinds: str) -> None:
    """Run the build. The packages that it needs are there already, in the versions of `requirements.txt`."""
    command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "--outdir", str(out), str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(made_at)}
    done = subprocess.run(command, env=environment, umask=mask, capture_output=True, text=True, check=False)
    if done.returncode:
        raise click.ClickException(f"the build failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def _parts(out: Path, made_at: int, packed: bytes, wheel: list[ReleaseFile]) -> bytes:
    """Write and return the list of the packages that root installs, with their hashes, in CycloneDX's form."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    listed = [sys.executable, "-m", "cyclonedx_py", "requirements", str(LOCK), "--output-reproducible", "--sv", "1.6"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(made_at)}
    found = subprocess.run([*listed, "--of", "JSON"], env=environment, stdout=subprocess.PIPE, check=True).stdout
    parts = completed(found, __version__, packed, wheel)
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(parts.decode()):
        raise click.ClickException(f"the list of packages is not valid: {error}")
    (out / PARTS).write_bytes(parts)
    return parts


def _differing(one: tuple[list[ReleaseFile], ...], other: tuple[list[ReleaseFile], ...]) -> list[str]:
    return [name for these, those in zip(one, other, strict=True) for name in _unlike(these, those)]


def _unlike(one: list[ReleaseFile], other: list[ReleaseFile]) -> list[str]:
    return sorted({each.name for each in {*one} ^ {*other}})


def _to_do(date: str, wheel: list[ReleaseFile], commit: str) -> list[str]:
    """Return the steps that a person has to do before this can be published."""
    found = [f"{len(links)} links of [project.urls] lead nowhere yet"] if (links := placeholders(wheel)) else []
    if date == "unreleased" or not __version__.replace(".", "").isdigit():
        found.append(f"not a release version: {__version__}. Set the version, and its date in CHANGELOG.md")
    if _git("status", "--porcelain"):
        found.append("commit the changes that this build leaves out")
    if f"v{__version__}" not in _git("tag", "--points-at", commit).split():
        found.append(f"tag the commit: git tag --annotate v{__version__} --file dist/NOTES.md {commit[:10]}")
    found.append("run make sheet, look at sheet-out/contact-sheet.html, and attach it")
    return found


if __name__ == "__main__":
    main()
