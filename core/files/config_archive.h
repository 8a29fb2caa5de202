// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/files/archive_fields.h"
#include "core/files/torch_archive.h"
#include "core/types/class_table.h"

namespace gapless
{

/// The configuration as nested dictionaries, the same as in config.json.
[[nodiscard]] ArchiveValue configToArchive(const RunConfig& config);
/// Problems are noted under "config".
[[nodiscard]] RunConfig configFromArchive(ArchiveFields& fields);

/// {"kind", "ignore_value", "ignored_pixels", "classes": [{"value", "name", "color", "pixels"}]}
[[nodiscard]] ArchiveValue classesToArchive(const ClassTable& table);
/// Problems are noted under "classes".
[[nodiscard]] ClassTable classesFromArchive(ArchiveFields& fields);

} // namespace gapless
