"""``make bench``: every benchmark, one after another."""

import runpy
from pathlib import Path

for module in sorted(Path(__file__).parent.glob("*.py")):
    if not module.stem.startswith("_") and "contact_sheet" not in module.stem:
        print(f"\n== {module.stem}")
        runpy.run_module(f"benchmarks.{module.stem}", run_name="__main__")
