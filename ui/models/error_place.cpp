// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/error_place.h"

#include <algorithm>

#include "core/config/config_fields.h"

namespace gapless::ui
{
namespace
{

bool isSetting(const std::string& key)
{
    return std::ranges::any_of(configFields(), [&](const FieldInfo& field) { return field.key == key; });
}

} // namespace

ErrorPlace errorPlace(const Error& error)
{
    if (isSetting(error.context))
        return {ErrorPlace::tr("Show the setting"), QString::fromStdString(error.context)};
    switch (error.code) {
    case ErrorCode::Data:
        return {ErrorPlace::tr("Show the data"), {}};
    case ErrorCode::File:
        return {ErrorPlace::tr("Show the run folder"), QStringLiteral("output.run")};
    case ErrorCode::OutOfMemory:
        return {ErrorPlace::tr("Show the batch size"), QStringLiteral("training.batch")};
    case ErrorCode::Numeric:
        return {ErrorPlace::tr("Show the learning rate"), QStringLiteral("training.learning_rate")};
    case ErrorCode::Usage:
    case ErrorCode::Config:
    case ErrorCode::Device:
    case ErrorCode::Cancelled:
    case ErrorCode::Internal:
        break;
    }
    return {};
}

} // namespace gapless::ui
