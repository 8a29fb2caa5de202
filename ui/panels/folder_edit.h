// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QMimeData;

namespace gapless::ui
{

/// A path as text, or as a folder dropped onto it. UI thread.
class FolderEdit final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderEdit)

public:
    explicit FolderEdit(QWidget* parent);

Q_SIGNALS:
    void folderDropped(const QString& folder);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

/// The first local folder among what is being dragged; empty when there is none.
[[nodiscard]] QString droppedFolder(const QMimeData* data);

} // namespace gapless::ui
