// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace gapless::ui
{

/// An icon of resources/icons drawn in a colour of the application's present palette, at any size and pixel ratio;
/// follows a change of theme. UI thread.
[[nodiscard]] QIcon themedIcon(const QString& name, QPalette::ColorRole role = QPalette::ButtonText);

} // namespace gapless::ui
