// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QObject>

#include "ui/models/run_metrics.h"

namespace gapless::ui
{

class TrainingController;

/// Pours a controller's records into RunMetrics; says once for each handful that there is something new. UI thread.
class MetricPump final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MetricPump)

public:
    explicit MetricPump(TrainingController& controller, QObject* parent = nullptr);
    [[nodiscard]] const RunMetrics& metrics() const { return m_metrics; }

Q_SIGNALS:
    void updated();

private:
    RunMetrics m_metrics;
    std::string m_runFolder; ///< of the run whose records these are
};

} // namespace gapless::ui
