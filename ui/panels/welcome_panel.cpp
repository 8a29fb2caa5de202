// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/welcome_panel.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/panels/recent_menu.h"
#include "ui/panels/themed_icon.h"

namespace gapless::ui
{

WelcomePanel::WelcomePanel(RecentMenu& recent, QWidget* parent)
    : QWidget(parent)
    , m_sample(new QCommandLinkButton(tr("Try the built-in sample"),
                                      tr("48 generated pictures of four classes: enough to see a network learn."),
                                      this))
    , m_open(new QCommandLinkButton(
          tr("Open your own folders"),
          tr("A folder of images (PNG, JPEG, TIFF) and a folder of masks with the same names."), this))
{
    auto* title = new QLabel(tr("Train a network that finds things in pictures"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.8);
    title->setFont(large);
    title->setWordWrap(true);
    auto* text = new QLabel(
        tr("Give Gapless images and masks, press Start, and watch the network learn to draw the masks by itself. "
           "It shows every moment in which training waits for data."),
        this);
    text->setWordWrap(true);
    auto* hint =
        new QLabel(tr("A folder can also be dropped anywhere on this window. Help (F1) explains the numbers."), this);
    hint->setWordWrap(true);
    m_sample->setIcon(themedIcon(QStringLiteral("sample"), QPalette::Highlight));
    m_open->setIcon(themedIcon(QStringLiteral("open"), QPalette::Highlight));
    for (QCommandLinkButton* button : {m_sample, m_open}) {
        button->setIconSize({32, 32});
        button->setMinimumHeight(64);
    }
    // One accent, on the shortest way to a running network.
    const QString card =
        QStringLiteral("QCommandLinkButton { background: palette(base); border: %1; border-radius: 6px; }"
                       "QCommandLinkButton:hover, QCommandLinkButton:focus { background: palette(button); "
                       "border: 2px solid palette(highlight); }");
    m_sample->setStyleSheet(card.arg(QStringLiteral("2px solid palette(highlight)")));
    m_open->setStyleSheet(card.arg(QStringLiteral("1px solid palette(mid)")));
    connect(m_sample, &QCommandLinkButton::clicked, this, &WelcomePanel::sampleChosen);
    connect(m_open, &QCommandLinkButton::clicked, this, &WelcomePanel::openChosen);

    makeRecent(recent);

    auto* column = new QWidget(this);
    column->setMaximumWidth(560);
    auto* columnLayout = new QVBoxLayout(column);
    columnLayout->setSpacing(16);
    for (QWidget* widget : std::initializer_list<QWidget*>{title, text, m_sample, m_open, m_recent, hint})
        columnLayout->addWidget(widget);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(column, 4, Qt::AlignVCenter);
    layout->addStretch(1);
}

void WelcomePanel::makeRecent(const RecentMenu& recent)
{
    m_recent = new QWidget(this);
    auto* layout = new QVBoxLayout(m_recent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new QLabel(tr("Opened before"), m_recent));
    for (QAction* action : recent.folderActions()) {
        auto* button = new QToolButton(m_recent);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setStyleSheet(QStringLiteral(
            "QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 2px "
            "6px; }"
            "QToolButton:hover, QToolButton:focus { background: palette(button); border-color: palette(highlight); }"));
        layout->addWidget(button);
        const auto follow = [this, button, action, &recent] {
            button->setVisible(action->isVisible());
            m_recent->setVisible(recent.folderActions().constFirst()->isVisible());
        };
        connect(action, &QAction::changed, button, follow);
        follow();
    }
}

void WelcomePanel::setBusy(bool isBusy)
{
    m_sample->setEnabled(!isBusy);
    m_sample->setText(isBusy ? tr("Making the sample ...") : tr("Try the built-in sample"));
}

} // namespace gapless::ui
