// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include "core/base/error.h"

namespace gapless::ui
{

/// Where in the window something can be done about an error.
struct ErrorPlace
{
    Q_DECLARE_TR_FUNCTIONS(gapless::ui::ErrorPlace)

public:
    QString button;   ///< what the button that leads there says; empty: there is no such place
    QString settings; ///< key of the setting; empty: the Data tab
};

/// Any thread.
[[nodiscard]] ErrorPlace errorPlace(const Error& error);

} // namespace gapless::ui
