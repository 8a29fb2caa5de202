// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gapless
{
struct FieldInfo;
}

namespace gapless::ui
{

/// Name and description of a setting in the user's language. The table of fields in core is English;
/// resources/translations/fields_*.ts has its texts under this context. UI thread.
inline constexpr auto FieldWordsContext = "config_fields";
[[nodiscard]] QString fieldLabel(const FieldInfo& field);
[[nodiscard]] QString fieldDescription(const FieldInfo& field);

} // namespace gapless::ui
