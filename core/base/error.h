// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gapless
{

/// What a user can do about an error; decides the process's exit code (see exitCode()).
enum class ErrorCode {
    Usage,       ///< the command line: call it differently
    Config,      ///< a setting: change it
    Data,        ///< images, masks or a checkpoint given as input: mend or exchange the file
    File,        ///< a file or folder that cannot be read or written: free space, permissions
    OutOfMemory, ///< smaller batch, smaller crop, tiles
    Device,      ///< accelerator or driver
    Numeric,     ///< loss or gradients are no longer finite
    Cancelled,   ///< the user stopped it; not a failure
    Internal,    ///< a fault of this program
};

/// Plain value; a message says what failed, the context on what (file, field, sample), the remedy what to try.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string context;
    std::string remedy;

    /// "context: message (remedy)", parts that are empty left out.
    [[nodiscard]] std::string text() const;
};

/// Exit code of the command line: 2 usage and configuration, 3 data, 4 everything else.
[[nodiscard]] int exitCode(ErrorCode code);

/// "data", "out of memory", ...: for JSON and logs.
[[nodiscard]] std::string_view errorCodeName(ErrorCode code);

} // namespace gapless
