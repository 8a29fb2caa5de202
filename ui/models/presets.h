// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QList>
#include <QPair>
#include <QString>

namespace gapless::ui
{

class Settings;

/// Values for a few fields that go well together; each preset sets the same fields (resources/presets). UI thread.
struct Preset
{
    QString title;
    QString help; ///< for whom it is, in a sentence
    QList<QPair<QString, QString>> values;
};

/// Quick look, balanced, thorough.
[[nodiscard]] std::vector<Preset> builtInPresets();
void applyPreset(const Preset& preset, Settings& settings);
/// Whether the settings are as the preset leaves them.
[[nodiscard]] bool isApplied(const Preset& preset, const Settings& settings);

} // namespace gapless::ui
