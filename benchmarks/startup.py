"""How long a newcomer waits for the first words, in units of starting Python itself."""

import statistics
import subprocess
import sys
import time

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import hydra": ["-c", "import hydra"],
    "src.run --help": ["-m", "src.run", "--help"],
    "src.run --cfg job": ["-m", "src.run", "--cfg", "job"],
    "src.runs --help": ["-m", "src.runs", "--help"],
    "import mlflow": ["-c", "import mlflow"],
    "import torch": ["-c", "import torch"],
}
REPEATS = 5


def seconds(arguments: list[str]) -> float:
    """Median wall time of a fresh interpreter."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Print one line per command."""
    bare = 0.0
    for name, arguments in COMMANDS.items():
        taken = seconds(arguments)
        bare = bare or taken
        print(f"{name:<20} {taken:6.2f} s  {taken / bare:6.1f} x a bare interpreter")


if __name__ == "__main__":
    main()
