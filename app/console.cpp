// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

namespace gapless::cli
{

namespace
{

int writeError = 0; // errno of the first failed write to standard output; 0: none

void noteWriteError(bool failed)
{
    if (failed && writeError == 0)
        writeError = errno;
}

std::size_t terminalWidth()
{
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col;
    return 80;
}

} // namespace

void prepareConsole()
{
    std::signal(SIGPIPE, SIG_IGN);
}

void printLine(std::string_view line)
{
    noteWriteError(std::fwrite(line.data(), 1, line.size(), stdout) != line.size());
    noteWriteError(std::fputc('\n', stdout) == EOF);
}

void tellLine(std::string_view line)
{
    std::string text(line);
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
}

int finishOutput(int code)
{
    noteWriteError(std::fflush(stdout) != 0);
    if (writeError == 0 || writeError == EPIPE)
        return code;
    tellLine(fmt::format("gapless-cli: standard output could not be written: {}", std::strerror(writeError)));
    return code == 0 ? exitCode(ErrorCode::File) : code;
}

int reportError(const Error& error, bool json)
{
    tellLine("gapless-cli: " + error.text());
    if (json) {
        const nlohmann::ordered_json object{{"error",
                                             {{"code", errorCodeName(error.code)},
                                              {"message", error.message},
                                              {"context", error.context},
                                              {"remedy", error.remedy}}}};
        printLine(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    return exitCode(error.code);
}

std::string durationText(double seconds)
{
    const auto whole = std::llround(std::max(seconds, 0.0));
    if (whole < 60)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string bytesText(std::int64_t bytes)
{
    const auto value = static_cast<double>(bytes);
    if (value < 1e6)
        return fmt::format("{:.0f} kB", value / 1e3);
    if (value < 1e9)
        return fmt::format("{:.0f} MB", value / 1e6);
    return fmt::format("{:.1f} GB", value / 1e9);
}

std::string countText(std::int64_t count, std::string_view singular)
{
    const bool isSibilant = singular.ends_with('s');
    return fmt::format("{} {}{}", count, singular, count == 1 ? "" : isSibilant ? "es" : "s");
}

ProgressLine::ProgressLine()
    : m_isTerminal(isatty(STDERR_FILENO) == 1)
{
}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(std::string_view text)
{
    if (!m_isTerminal || (m_isShown && m_sinceShown.milliseconds() < 100))
        return;
    // One column less than the terminal has, where a full line could scroll. The cursor goes back to the line's begin,
    // so that what the log writes starts there.
    const std::string line = fmt::format("\x1b[K{}\r", text.substr(0, terminalWidth() - 1));
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
    m_isShown = true;
    m_sinceShown.restart();
}

void ProgressLine::clear()
{
    if (!m_isShown)
        return;
    std::fputs("\x1b[K", stderr);
    std::fflush(stderr);
    m_isShown = false;
}

void CountProgress::show(std::int64_t done, std::int64_t total)
{
    std::string text = fmt::format("{} {} of {}", m_verb, done, total);
    if (done > 0 && total > done) {
        const double left = m_sinceStart.seconds() * static_cast<double>(total - done) / static_cast<double>(done);
        text += fmt::format(", {} left", durationText(left));
    }
    m_line.show(text);
}

} // namespace gapless::cli
