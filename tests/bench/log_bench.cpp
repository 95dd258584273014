// How fast event logs are read: `log_bench FILE [TIMES]` reads one log and prints counts, the best processor time
// (other programs disturb it little), the best time by the clock, plain GB of one second of the processor, and peak
// memory as JSON. tests/bench/log_bench.py compares the numbers and the time with Python's json module.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "evidence/spark/event_log.hpp"

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: log_bench FILE [TIMES]\n";
        return 2;
    }
    const std::filesystem::path file = argv[1];
    const int times = argc > 2 ? std::atoi(argv[2]) : 3;
    const plangrade::spark::LogPlace place{
        file.filename().string(), false, {{file.filename().string(), std::filesystem::file_size(file), file}}, {}};
    nlohmann::json out;
    double best = 0;
    double best_cpu = 0;
    for (int i = 0; i < std::max(times, 1); ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const std::clock_t cpu_begin = std::clock();
        const auto log = plangrade::spark::read_event_log(place, plangrade::Limits{});
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const double cpu = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
        if (i == 0 || seconds < best) best = seconds;
        if (i == 0 || cpu < best_cpu) best_cpu = cpu;
        plangrade::spark::TaskCounts tasks;
        for (const auto& app : log.applications) tasks.add(app.tasks);
        out = {{"lines", log.lines},
               {"unreadable_lines", log.unreadable_lines},
               {"plain_bytes", log.plain_bytes},
               {"tasks", tasks.ended},
               {"reduce", tasks.reduce},
               {"flaws", log.flaws.json()}};
        out["gb_per_second"] = static_cast<double>(log.plain_bytes) / 1e9 / best_cpu;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    out["seconds"] = best;
    out["cpu_seconds"] = best_cpu;
    out["peak_mib"] = static_cast<double>(usage.ru_maxrss) / 1024;
    std::cout << out.dump() << "\n";
}
