// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace gapless
{

enum class LogLevel { Debug, Info, Warning, Error };

/// Writes a line to standard error (from the level set by setConsoleLevel(), by default Warning) and to every open
/// LogFile. Any thread.
void logLine(LogLevel level, std::string_view message);

void setConsoleLevel(LogLevel level);

/// While it lives, every logLine() is also written to its file, with time and level, flushed at each line.
class LogFile final
{
public:
    [[nodiscard]] static Result<std::unique_ptr<LogFile>> open(const std::filesystem::path& file);
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

private:
    LogFile();
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace gapless
