// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/job_runner.h"

namespace gapless::ui
{

JobRunner::JobRunner(int mostJobs)
{
    m_pool.setMaxThreadCount(mostJobs);
}

JobRunner::~JobRunner()
{
    m_pool.waitForDone();
}

} // namespace gapless::ui
