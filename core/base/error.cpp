// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace gapless
{

std::string Error::text() const
{
    std::string result;
    if (!context.empty())
        result = context + ": ";
    result += message;
    if (!remedy.empty())
        result += " (" + remedy + ")";
    return result;
}

int exitCode(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::Config:
        return 2;
    case ErrorCode::Data:
        return 3;
    case ErrorCode::File:
    case ErrorCode::OutOfMemory:
    case ErrorCode::Device:
    case ErrorCode::Numeric:
    case ErrorCode::Cancelled:
    case ErrorCode::Internal:
        break;
    }
    return 4;
}

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
        return "usage";
    case ErrorCode::Config:
        return "config";
    case ErrorCode::Data:
        return "data";
    case ErrorCode::File:
        return "file";
    case ErrorCode::OutOfMemory:
        return "out of memory";
    case ErrorCode::Device:
        return "device";
    case ErrorCode::Numeric:
        return "numeric";
    case ErrorCode::Cancelled:
        return "cancelled";
    case ErrorCode::Internal:
        break;
    }
    return "internal";
}

} // namespace gapless
