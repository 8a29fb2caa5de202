// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temporary_folder.h"

#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace gapless::test
{

TemporaryFolder::TemporaryFolder()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "gapless-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw std::runtime_error("no temporary folder: " + pattern);
    m_path = pattern;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::filesystem::path realData()
{
    const char* folder = std::getenv("GAPLESS_TEST_DATA");
    if (folder == nullptr || !std::filesystem::is_directory(folder))
        return {};
    return folder;
}

} // namespace gapless::test
