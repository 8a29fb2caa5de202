// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/section.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace gapless::ui
{

Section::Section(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_header(new QToolButton(this))
    , m_markLabel(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_content(content)
{
    m_header->setText(title);
    m_header->setAccessibleName(title);
    m_header->setToolTip(tr("Fold or unfold"));
    m_header->setAutoRaise(true);
    m_header->setArrowType(Qt::DownArrow);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont bold = m_header->font();
    bold.setWeight(QFont::DemiBold);
    m_header->setFont(bold);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(24, 0, 8, 0);
    m_summary->hide();

    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 8, 0);
    line->addWidget(m_header, 1);
    line->addWidget(m_markLabel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_summary);
    auto* inset = new QVBoxLayout;
    inset->setContentsMargins(24, 0, 8, 0);
    inset->addWidget(m_content);
    layout->addLayout(inset);
    connect(m_header, &QToolButton::clicked, this, [this] { setExpanded(!m_isExpanded); });
}

void Section::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    m_summary->setVisible(!isExpanded() && !summary.isEmpty());
}

void Section::setMark(Mark mark, const QString& reason)
{
    m_markLabel->setToolTip(reason);
    if (mark == m_mark)
        return;
    m_mark = mark;
    switch (mark) {
    case Mark::None:
        m_markLabel->clear();
        break;
    case Mark::Good:
        m_markLabel->setText(QStringLiteral("\u2713"));
        m_markLabel->setAccessibleName(tr("in order"));
        break;
    case Mark::Attention:
        m_markLabel->setText(QStringLiteral("\u26a0"));
        m_markLabel->setAccessibleName(tr("needs attention"));
        break;
    }
}

void Section::setExpanded(bool isExpanded)
{
    m_isExpanded = isExpanded;
    m_header->setArrowType(isExpanded ? Qt::DownArrow : Qt::RightArrow);
    m_header->setAccessibleDescription(isExpanded ? tr("unfolded") : tr("folded"));
    m_content->setVisible(isExpanded);
    m_summary->setVisible(!isExpanded && !m_summary->text().isEmpty());
}

bool Section::isExpanded() const
{
    return m_isExpanded;
}

} // namespace gapless::ui
