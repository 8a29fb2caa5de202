// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/message_bar.h"

#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gapless::ui
{

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel(this))
{
    setAutoFillBackground(true);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton(this);
    close->setText(tr("Close"));
    close->setToolTip(tr("Hide this message"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 8, 8);
    m_button = new QToolButton(this);
    m_button->hide();
    connect(m_button, &QToolButton::clicked, this, [this] {
        const std::function<void()> action = std::exchange(m_action, nullptr);
        hide();
        if (action)
            action();
    });
    layout->addWidget(m_label, 1);
    layout->addWidget(m_button, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& title, const QString& text)
{
    showMessage(kind, title, text, {}, nullptr);
}

void MessageBar::showMessage(Kind kind, const QString& title, const QString& text, const QString& button,
                             std::function<void()> action)
{
    m_action = std::move(action);
    m_button->setText(button);
    m_button->setVisible(m_action != nullptr);
    m_kind = kind;
    m_label->setText(QStringLiteral("<b>%1</b> &nbsp;%2")
                         .arg(title.toHtmlEscaped(), text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))));
    setAccessibleName(title);
    setAccessibleDescription(text);
    applyColors();
    show();
}

void MessageBar::hideMessage(const QString& title)
{
    if (accessibleName() == title)
        hide();
}

QString MessageBar::text() const
{
    return accessibleName() + u' ' + accessibleDescription();
}

void MessageBar::applyColors()
{
    // A note has the window's colours, whatever the theme. White on this red has a contrast of 6:1.
    QPalette colors;
    if (m_kind == Kind::Failure) {
        colors.setColor(QPalette::Window, QColor(0xb3, 0x26, 0x1e));
        colors.setColor(QPalette::Button, QColor(0x8c, 0x1d, 0x17));
        for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::ButtonText, QPalette::Text})
            colors.setColor(role, Qt::white);
    }
    setPalette(colors);
    setFrameShape(m_kind == Kind::Note ? QFrame::StyledPanel : QFrame::NoFrame);
}

} // namespace gapless::ui
