"""Where RootPainter keeps things.

A sync folder has ``datasets/<dataset>`` and ``projects/<project>``; a project has
``annotations/train``, ``annotations/val``, ``segmentations`` and ``<project>.seg_proj``, JSON
whose ``dataset`` names a folder of ``datasets``. A project may also carry its own ``datasets``.
"""

from pathlib import Path

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import MOST_TEXT, is_file, is_folder, read_json, spoken
from src.data.files.inside import refuse_outside


def project_of(root: str) -> Path:
    """The project's folder, given itself, its ``.seg_proj`` file or the sync folder."""
    path = finding.expanded(root, "dataset.root")
    given = path.parent if path.suffix == ".seg_proj" and is_file(path) else root
    folder = finding.existing_folder(given, "dataset.root")
    if (folder / "annotations").is_dir():
        return folder
    home = folder / "projects"
    inside = finding.folders(home) if home.is_dir() else []
    projects = [project for project in inside if (project / "annotations").is_dir()]
    if len(projects) == 1:
        return projects[0]
    if projects:
        raise InputError(
            f"{home} has the projects {finding.listing(projects)}: set dataset.root to one of them"
        )
    raise InputError(
        f"{folder} is no RootPainter project: it needs the folder annotations, "
        f"it has {finding.listing(finding.folders(folder))}"
    )


def images_of(project: Path, images: str | None) -> Path:
    """The folder of a project's images: the given one, the named one, or the only one."""
    if images is not None:
        return finding.subfolder(project, images, "dataset.images")
    homes = _dataset_homes(project)
    if not homes:
        raise InputError(f"{project} has no folder datasets: set dataset.images to its images")
    named = _named_dataset(project)
    for home in homes:
        if named is not None and is_folder(home / named):
            refuse_outside(home / named, home, f"{project}, dataset", "set dataset.images to it")
            return home / named
        if finding.image_files(home):
            return home
    candidates = [folder for home in homes for folder in finding.folders(home)]
    if named is None and len(candidates) == 1:
        return candidates[0]
    wanted = (
        "does not say which dataset it uses" if named is None else f"uses dataset {named!a:.300}"
    )
    raise InputError(
        f"{project} {wanted}, there is {finding.listing(candidates)} in {homes[0]}: "
        "set dataset.images to one"
    )


def _dataset_homes(project: Path) -> list[Path]:
    homes = [project / "datasets"]
    if project.resolve().parent.name == "projects":
        homes.append(project.resolve().parent.parent / "datasets")
    return [home for home in homes if home.is_dir()]


def _named_dataset(project: Path) -> str | None:
    files = sorted(project.glob("*.seg_proj"))
    if not files:
        return None
    if len(files) > 1:
        raise InputError(f"{project} has {finding.listing(files)}: keep one of them")
    described = read_json(files[0], "copy it again or remove it", MOST_TEXT)
    named = described.get("dataset") if isinstance(described, dict) else None
    if not isinstance(named, str):
        raise InputError(
            f"{spoken(files[0])} is not JSON with the key dataset: copy it again or remove it"
        )
    return named.replace("\\", "/")
