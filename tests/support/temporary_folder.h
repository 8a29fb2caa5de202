// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace gapless::test
{

/// A new empty folder, removed with all it holds at the end.
class TemporaryFolder final
{
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// The folder of real images (GAPLESS_TEST_DATA); empty path when it is not there: then QSKIP and say so.
[[nodiscard]] std::filesystem::path realData();

} // namespace gapless::test
