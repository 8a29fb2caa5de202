// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>

class QDBusVariant;

namespace gapless::ui
{

/// Light or dark, as the user wants it: as the desktop says (org.freedesktop.appearance, asked over D-Bus without
/// waiting; Qt 6.4 does not know it) or as chosen. Sets the application's palette. UI thread.
class DesktopTheme final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DesktopTheme)

public:
    enum class Choice { System, Light, Dark };

    explicit DesktopTheme(QObject* parent = nullptr);

    [[nodiscard]] Choice choice() const { return m_choice; }
    void setChoice(Choice choice);

Q_SIGNALS:
    void choiceChanged();

private Q_SLOTS:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askDesktop();
    void setDesktopScheme(uint scheme);
    void apply();

    QPalette m_platformPalette;
    Choice m_choice = Choice::System;
    uint m_desktopScheme = 0; ///< 0: no preference or no answer, 1: dark, 2: light
};

} // namespace gapless::ui
