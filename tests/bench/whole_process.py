"""How long a whole process takes, for the benches."""
import statistics
import subprocess
import time


def median_seconds(command, runs=15):
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
