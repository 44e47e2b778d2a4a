"""``make bench``: every benchmark, one after another."""

import runpy
from pathlib import Path

HERE = Path(__file__).parent

for module in sorted([*HERE.glob("*.py"), *(file.parent for file in HERE.glob("*/__main__.py"))]):
    if not module.stem.startswith("_") and "contact_sheet" not in module.stem:
        print(f"\n== {module.stem}")
        runpy.run_module(f"benchmarks.{module.stem}", run_name="__main__")
