// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/window_memory.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

#include "ui/bridge/desktop_theme.h"

namespace gapless::ui
{
namespace
{

constexpr auto GeometryKey = "window/geometry";
constexpr auto SplitterKey = "window/splitter";
constexpr auto ThemeKey = "window/theme";

} // namespace

QString WindowMemory::file()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gapless"), QStringLiteral("window"))
        .fileName();
}

WindowMemory::WindowMemory(QMainWindow& window, QSplitter& splitter, DesktopTheme& theme)
    : m_window(window)
    , m_splitter(splitter)
    , m_theme(theme)
{
}

void WindowMemory::restore()
{
    const QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gapless"),
                             QStringLiteral("window"));
    m_window.restoreGeometry(settings.value(QLatin1String(GeometryKey)).toByteArray());
    m_splitter.restoreState(settings.value(QLatin1String(SplitterKey)).toByteArray());
    const QString theme = settings.value(QLatin1String(ThemeKey)).toString();
    if (theme == QLatin1String("light"))
        m_theme.setChoice(DesktopTheme::Choice::Light);
    else if (theme == QLatin1String("dark"))
        m_theme.setChoice(DesktopTheme::Choice::Dark);
}

void WindowMemory::save() const
{
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("gapless"), QStringLiteral("window"));
    settings.setValue(QLatin1String(GeometryKey), m_window.saveGeometry());
    settings.setValue(QLatin1String(SplitterKey), m_splitter.saveState());
    settings.setValue(QLatin1String(ThemeKey), m_theme.choice() == DesktopTheme::Choice::Light ? QStringLiteral("light")
                                               : m_theme.choice() == DesktopTheme::Choice::Dark
                                                   ? QStringLiteral("dark")
                                                   : QStringLiteral("system"));
}

} // namespace gapless::ui
