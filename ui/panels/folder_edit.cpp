// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/folder_edit.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace gapless::ui
{

QString droppedFolder(const QMimeData* data)
{
    if (data == nullptr)
        return {};
    for (const QUrl& url : data->urls())
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            return url.toLocalFile();
    return {};
}

FolderEdit::FolderEdit(QWidget* parent)
    : QLineEdit(parent)
{
    setPlaceholderText(tr("choose or drop a folder"));
    setAcceptDrops(true);
}

void FolderEdit::dragEnterEvent(QDragEnterEvent* event)
{
    if (droppedFolder(event->mimeData()).isEmpty())
        QLineEdit::dragEnterEvent(event);
    else
        event->acceptProposedAction();
}

void FolderEdit::dragMoveEvent(QDragMoveEvent* event)
{
    if (droppedFolder(event->mimeData()).isEmpty())
        QLineEdit::dragMoveEvent(event);
    else
        event->acceptProposedAction();
}

void FolderEdit::dropEvent(QDropEvent* event)
{
    const QString folder = droppedFolder(event->mimeData());
    if (folder.isEmpty()) {
        QLineEdit::dropEvent(event);
        return;
    }
    event->acceptProposedAction();
    Q_EMIT folderDropped(folder);
}

} // namespace gapless::ui
