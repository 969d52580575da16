"""Gathers the pages of the repository for Sphinx, as they lie in it, so that links among them stay true.

The README becomes the first page. The tables of docs/index.md become the navigation. A link to a file that is no page
gets a copy of that file. Usage: pages.py FOLDER
"""
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["docs", "examples", "benchmarks", "clients", "cluster", "docker", "findings"]
LINK = re.compile(r"(?<=\]\()([^)#\s]+)(#[^)\s]*)?(?=\))")
CAPTION = re.compile(r"^\| (to [^|]+|record) \|", re.MULTILINE)
# Sphinx does not know the way out of its own pages; a browser does.
JAVADOC = 'The public types have <a href="javadoc/index.html">Javadoc</a>.\n'


def pages():
    found = [page for page in ROOT.glob("*.md")]
    for folder in FOLDERS:
        found += [page for page in (ROOT / folder).rglob("*.md") if "target" not in page.parts]
    return sorted(found)


def place(page):
    """Where a page goes, from the root of the site."""
    return Path("index.md") if page == ROOT / "README.md" else page.relative_to(ROOT)


def staged(page, known, files):
    """The text of a page, with links to the README led to the first page; adds the files it links to."""

    def led(link):
        target, anchor = link.group(1), link.group(2) or ""
        if "://" in target or target.startswith("mailto:"):
            return link.group(0)
        there = (page.parent / target).resolve()
        if there not in known:
            files.add(there)
        depth = len(place(page).parents) - 1
        return "../" * depth + place(there).as_posix() + anchor

    parts = re.split(r"(^```.*?^```$)", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    return "".join(part if part.startswith("```") else LINK.sub(led, part) for part in parts)


def navigation(known):
    """A toctree for each table of docs/index.md, and one for the pages that are in none."""
    index = ROOT / "docs" / "index.md"
    _, *tables = CAPTION.split(index.read_text())
    listed, trees = {ROOT / "README.md"}, []
    for name, table in zip(tables[::2], tables[1::2]):
        entries = []
        for target, _ in LINK.findall(table):
            there = (index.parent / target).resolve()
            if there in known and there not in listed:
                listed.add(there)
                entries.append(place(there).as_posix())
        trees.append(("Decisions" if name == "record" else name.capitalize(), entries))
    rest = [place(page).as_posix() for page in sorted(known - listed)]
    trees.append(("More", rest))
    form = "\n```{{toctree}}\n:hidden:\n:caption: {}\n\n{}\n```\n"
    return "".join(form.format(name, "\n".join(entries)) for name, entries in trees if entries)


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    known, files = set(pages()), set()
    for page in known:
        text = staged(page, known, files)
        if page == ROOT / "README.md":
            text += "\n" + JAVADOC + navigation(known)
        to = folder / place(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text)
    for file in files:
        to = folder / file.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        if file.is_file():  # if not, Sphinx says which page asks for it
            shutil.copy(file, to)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
