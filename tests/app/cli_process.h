// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/image_size.h"

#include <QByteArray>
#include <QProcess>
#include <QStringList>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace gapless::test
{

struct CliResult
{
    int exitCode = -1; ///< -1: crashed or did not end in time
    QByteArray out;
    QByteArray err;

    /// The last line of standard output; discarded() when it is no JSON object.
    [[nodiscard]] nlohmann::json json() const;
};

/// Runs gapless-cli to its end.
[[nodiscard]] CliResult runCli(const QStringList& arguments);

/// A path as an argument.
[[nodiscard]] QString text(const std::filesystem::path& path);

/// Waits until standard error of a running process has said something; false when it ended before.
[[nodiscard]] bool waitForError(QProcess& process, const QByteArray& words);

/// Waits until a process that has just been started catches SIGINT; false when it ended before.
[[nodiscard]] bool waitForSignalHandler(QProcess& process);

/// images/NAME.png and masks/NAME.png of this size: class 1 on a bright square in the middle, class 0 around it.
void makePair(const std::filesystem::path& folder, const std::string& name, ImageSize size = {64, 64});

/// Cuts a file in the middle, as a full disk or a broken download does.
void truncateFile(const std::filesystem::path& file);

[[nodiscard]] std::vector<std::string> fileNames(const std::filesystem::path& folder);

} // namespace gapless::test
