// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

namespace gapless::ui
{

struct FolderPair
{
    QString images;
    QString masks;

    friend bool operator==(const FolderPair&, const FolderPair&) = default;
};

/// Both folders from one that the user named: it holds "images" and "masks" (or "labels", ...), or is the one beside
/// the other. Looks at folder names only. UI thread.
[[nodiscard]] std::optional<FolderPair> guessFolders(const QString& folder);

} // namespace gapless::ui
