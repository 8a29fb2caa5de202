// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/program_facts.h"

namespace gapless::ui
{
namespace
{

constexpr int IconSize = 64;
constexpr int TextWidth = 420;

} // namespace

AboutDialog::AboutDialog(const ProgramFacts& facts, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About Gapless"));
    auto* icon = new QLabel(this);
    icon->setPixmap(QIcon(QStringLiteral(":/icons/gapless.svg")).pixmap(QSize(IconSize, IconSize), devicePixelRatio()));
    auto* title = new QLabel(tr("Gapless %1").arg(facts.version), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    title->setFont(large);
    auto* purpose = new QLabel(
        tr("Trains networks that find things in pictures, and shows every moment in which training waits."), this);
    purpose->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->addWidget(title);
    words->addWidget(purpose);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addLayout(words, 1);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    for (const ProgramFacts::Row& row : facts.rows()) {
        auto* value = new QLabel(row.value, this);
        value->setTextFormat(Qt::PlainText);
        value->setWordWrap(true);
        value->setMinimumWidth(TextWidth);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAccessibleName(QStringLiteral("%1: %2").arg(row.name, row.value));
        form->addRow(new QLabel(row.name, this), value);
    }
    auto* licence = new QLabel(
        tr("Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later). It comes "
           "without any warranty."),
        this);
    licence->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(tr("Puts all this on the clipboard as text, for a report of a fault."));
    connect(m_copy, &QPushButton::clicked, this, [this, text = facts.text()] {
        QGuiApplication::clipboard()->setText(text);
        m_copy->setText(tr("&Copied"));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addLayout(head);
    layout->addLayout(form);
    layout->addWidget(licence);
    layout->addStretch(1);
    layout->addWidget(buttons);
}

} // namespace gapless::ui
