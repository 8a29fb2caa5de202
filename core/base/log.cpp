// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace gapless
{

namespace
{

spdlog::level::level_enum toSpdlog(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        break;
    }
    return spdlog::level::err;
}

struct Sinks
{
    std::shared_ptr<spdlog::sinks::stderr_sink_mt> console = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    std::shared_ptr<spdlog::sinks::dist_sink_mt> files = std::make_shared<spdlog::sinks::dist_sink_mt>();
    spdlog::logger logger{"gapless", {console, files}};

    Sinks()
    {
        console->set_level(spdlog::level::warn);
        console->set_pattern("%l: %v");
        logger.set_level(spdlog::level::debug);
        logger.flush_on(spdlog::level::debug);
    }
};

// Never destroyed: loader and trainer threads may write their last line while static objects are being destroyed.
Sinks& sinks()
{
    static Sinks& instance = *new Sinks;
    return instance;
}

} // namespace

void logLine(LogLevel level, std::string_view message)
{
    sinks().logger.log(toSpdlog(level), spdlog::string_view_t(message.data(), message.size()));
}

void setConsoleLevel(LogLevel level)
{
    sinks().console->set_level(toSpdlog(level));
}

struct LogFile::Private
{
    spdlog::sink_ptr sink;
};

LogFile::LogFile()
    : m_d(std::make_unique<Private>())
{
}

LogFile::~LogFile()
{
    if (m_d->sink)
        sinks().files->remove_sink(m_d->sink);
}

Result<std::unique_ptr<LogFile>> LogFile::open(const std::filesystem::path& file)
{
    std::unique_ptr<LogFile> log(new LogFile);
    try {
        log->m_d->sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string());
    } catch (const spdlog::spdlog_ex& error) {
        return fail(ErrorCode::File, std::string("the log cannot be written: ") + error.what(), file.string(),
                    "check free space and permissions of the folder");
    }
    log->m_d->sink->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    sinks().files->add_sink(log->m_d->sink);
    return log;
}

} // namespace gapless
