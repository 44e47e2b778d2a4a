"""Puts conf/ into the package, so that an installed command finds it in any folder."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithConf(build_py):
    """Copies the configuration tree beside the code; an editable install uses the one in place."""

    def run(self) -> None:
        """Build, then copy."""
        super().run()
        if not self.editable_mode:
            shutil.copytree("conf", Path(self.build_lib) / "src" / "conf", dirs_exist_ok=True)


setup(cmdclass={"build_py": WithConf})
