// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/desktop_theme.h"

#include <QApplication>
#include <QWidget>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace gapless::ui
{
namespace
{

const QString Service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString Path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString Interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString Group = QStringLiteral("org.freedesktop.appearance");
const QString Key = QStringLiteral("color-scheme");

QPalette paletteOf(const QColor& window, const QColor& base, const QColor& raised, const QColor& text,
                   const QColor& accent)
{
    QPalette palette(raised, window);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, accent);
    QColor placeholder = text;
    placeholder.setAlphaF(0.55F);
    palette.setColor(QPalette::PlaceholderText, placeholder);
    QColor disabled = text;
    disabled.setAlphaF(0.4F);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    return palette;
}

QPalette lightPalette()
{
    return paletteOf(QColor(0xf0, 0xf1, 0xf3), Qt::white, QColor(0xf7, 0xf7, 0xf8), QColor(0x1c, 0x1e, 0x21),
                     QColor(0x1f, 0x6f, 0xb8));
}

QPalette darkPalette()
{
    return paletteOf(QColor(0x26, 0x28, 0x2b), QColor(0x1b, 0x1d, 0x1f), QColor(0x35, 0x38, 0x3c),
                     QColor(0xe4, 0xe6, 0xe8), QColor(0x2f, 0x7f, 0xc6));
}

} // namespace

DesktopTheme::DesktopTheme(QObject* parent)
    : QObject(parent)
    , m_platformPalette(QApplication::palette())
{
    askDesktop();
}

void DesktopTheme::setChoice(Choice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
    Q_EMIT choiceChanged();
}

void DesktopTheme::askDesktop()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(Service, Path, Interface, QStringLiteral("SettingChanged"), this,
                SLOT(onSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(Service, Path, Interface, QStringLiteral("Read"));
    question << Group << Key;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QVariant> reply = *watcher;
        if (reply.isError())
            return;
        // "Read" wraps its answer in a second variant.
        QVariant value = reply.value();
        while (value.canConvert<QDBusVariant>())
            value = value.value<QDBusVariant>().variant();
        setDesktopScheme(value.toUInt());
    });
}

void DesktopTheme::onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == Group && key == Key)
        setDesktopScheme(value.variant().toUInt());
}

void DesktopTheme::setDesktopScheme(uint scheme)
{
    m_desktopScheme = scheme;
    apply();
}

void DesktopTheme::apply()
{
    if (m_choice == Choice::Dark || (m_choice == Choice::System && m_desktopScheme == 1))
        QApplication::setPalette(darkPalette());
    else if (m_choice == Choice::Light || (m_choice == Choice::System && m_desktopScheme == 2))
        QApplication::setPalette(lightPalette());
    else
        QApplication::setPalette(m_platformPalette);
    // A widget with a style sheet keeps the palette that it was polished with.
    for (QWidget* widget : QApplication::allWidgets()) {
        const QString sheet = widget->styleSheet();
        if (sheet.isEmpty())
            continue;
        widget->setStyleSheet({});
        widget->setStyleSheet(sheet);
    }
}

} // namespace gapless::ui
