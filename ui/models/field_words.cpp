// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/field_words.h"

#include <string>

#include <QCoreApplication>

#include "core/config/config_fields.h"

namespace gapless::ui
{
namespace
{

QString translated(std::string_view text)
{
    return QCoreApplication::translate(FieldWordsContext, std::string(text).c_str());
}

} // namespace

QString fieldLabel(const FieldInfo& field)
{
    return translated(field.label);
}

QString fieldDescription(const FieldInfo& field)
{
    return translated(field.description);
}

} // namespace gapless::ui
