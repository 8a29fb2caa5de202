// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stop_signal.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <unistd.h>

#include "app/console.h"

namespace gapless::cli
{

namespace
{

std::atomic<int> firstSignal = 0;
std::atomic<std::int64_t> firstMs = 0; // of the monotonic clock
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "used in a signal handler");

void rememberSignal(int number)
{
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
    int none = 0;
    if (firstSignal.compare_exchange_strong(none, number)) {
        firstMs = ms;
        return;
    }
    // timeout(1), systemd and closing terminals send several at once, and mean one.
    constexpr std::int64_t togetherMs = 1000;
    if (number == SIGINT || ms - firstMs > togetherMs)
        _exit(128 + number);
}

void watch(int number)
{
    struct sigaction action = {};
    action.sa_handler = &rememberSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
}

} // namespace

void watchStopSignals()
{
    watch(SIGINT);
    watch(SIGTERM);
    struct sigaction hangup = {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) // nohup
        watch(SIGHUP);
}

int stopSignal()
{
    return firstSignal.load();
}

int reportStopped(std::string_view sentence, bool json)
{
    tellLine(sentence);
    if (json)
        printLine(R"({"outcome":"cancelled"})");
    return 128 + stopSignal();
}

} // namespace gapless::cli
