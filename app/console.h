// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/stopwatch.h"

namespace gapless::cli
{

/// What the commands say and how: results on standard output, progress and errors on standard error. Main thread.

/// Keeps a closed pipe (`| head`) from killing a run: writing then fails instead, see finishOutput().
void prepareConsole();

/// A line on standard output.
void printLine(std::string_view line);
/// A line on standard error.
void tellLine(std::string_view line);

/// Flushes standard output and returns `code`, or 4 when what was printed could not be written (full disk). A reader
/// that left early is no failure.
[[nodiscard]] int finishOutput(int code);

/// Tells the error on standard error (with --json also as {"error": {...}}, the last line of standard output) and
/// returns its exit code.
int reportError(const Error& error, bool json);

/// "12 s", "3 min 05 s", "2 h 10 min".
[[nodiscard]] std::string durationText(double seconds);
/// "512 kB", "103 MB".
[[nodiscard]] std::string bytesText(std::int64_t bytes);
/// "1 pair", "3 pairs".
[[nodiscard]] std::string countText(std::int64_t count, std::string_view singular);

/// One line of standard error that is written over again; nothing where standard error is no terminal.
class ProgressLine final
{
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    [[nodiscard]] bool isTerminal() const { return m_isTerminal; }
    /// ASCII; cut to the terminal's width. Shown at most ten times a second.
    void show(std::string_view text);
    /// Takes the line away, before other text is written.
    void clear();

private:
    bool m_isTerminal;
    bool m_isShown = false;
    Stopwatch m_sinceShown;
};

/// "Checking 12 of 80, 3 s left" for work that is counted.
class CountProgress final
{
public:
    explicit CountProgress(std::string verb)
        : m_verb(std::move(verb))
    {
    }
    void show(std::int64_t done, std::int64_t total);
    void clear() { m_line.clear(); }

private:
    std::string m_verb;
    ProgressLine m_line;
    Stopwatch m_sinceStart;
};

} // namespace gapless::cli
