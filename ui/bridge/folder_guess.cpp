// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/folder_guess.h"

#include <QDir>
#include <QStringList>

namespace gapless::ui
{
namespace
{

const QStringList& imageNames()
{
    static const QStringList names{QStringLiteral("images"), QStringLiteral("image"), QStringLiteral("imgs")};
    return names;
}

const QStringList& maskNames()
{
    static const QStringList names{QStringLiteral("masks"), QStringLiteral("mask"), QStringLiteral("labels"),
                                   QStringLiteral("label"), QStringLiteral("annotations")};
    return names;
}

QString childNamed(const QDir& parent, const QStringList& names)
{
    for (const QString& child : parent.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (names.contains(child, Qt::CaseInsensitive))
            return parent.filePath(child);
    return {};
}

} // namespace

std::optional<FolderPair> guessFolders(const QString& folder)
{
    QDir parent(folder);
    const QString name = parent.dirName();
    if (imageNames().contains(name, Qt::CaseInsensitive) || maskNames().contains(name, Qt::CaseInsensitive))
        parent.cdUp();
    FolderPair pair{childNamed(parent, imageNames()), childNamed(parent, maskNames())};
    if (!pair.images.isEmpty() && !pair.masks.isEmpty())
        return pair;
    // CamVid's way: "train" beside "trainannot".
    for (const QLatin1String ending : {QLatin1String("annot"), QLatin1String("_masks"), QLatin1String("_labels")})
        if (const QString masks = folder + ending; QDir(masks).exists())
            return FolderPair{folder, masks};
    return std::nullopt;
}

} // namespace gapless::ui
