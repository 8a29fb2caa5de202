// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_dialog.h"

#include <utility>

#include <QDialogButtonBox>
#include <QFile>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace gapless::ui
{

HelpDialog::HelpDialog(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Gapless Help"));
    resize(720, 560);
    auto* pages = new QTabWidget(this);
    // Each language has its folder.
    const QString folder = tr("en", "folder of the help pages");
    for (const auto& [title, name] : {std::pair(tr("Getting started"), QStringLiteral("getting_started")),
                                      std::pair(tr("What the numbers mean"), QStringLiteral("numbers"))}) {
        auto* page = new QTextBrowser(pages);
        page->setOpenExternalLinks(true);
        page->setAccessibleName(title);
        page->document()->setDocumentMargin(16);
        QFile file(QStringLiteral(":/help/%1/%2.md").arg(folder, name));
        if (file.open(QIODevice::ReadOnly))
            page->setMarkdown(QString::fromUtf8(file.readAll()));
        pages->addTab(page, title);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(pages);
    layout->addWidget(buttons);
}

} // namespace gapless::ui
