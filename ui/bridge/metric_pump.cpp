// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/metric_pump.h"

#include "ui/bridge/training_controller.h"

namespace gapless::ui
{

MetricPump::MetricPump(TrainingController& controller, QObject* parent)
    : QObject(parent)
{
    connect(&controller, &TrainingController::prepared, this, [this, &controller](const RunPlan& plan) {
        if (plan.start.step > 0 && m_runFolder == controller.runFolder())
            m_metrics.goOn(plan);
        else
            m_metrics.begin(plan);
        m_runFolder = controller.runFolder();
        Q_EMIT updated();
    });
    connect(&controller, &TrainingController::stepsArrived, this, [this](const std::vector<StepRecord>& steps) {
        for (const StepRecord& step : steps)
            m_metrics.add(step);
        Q_EMIT updated();
    });
    connect(&controller, &TrainingController::epochFinished, this, [this](const EpochRecord& record) {
        m_metrics.add(record);
        Q_EMIT updated();
    });
    connect(&controller, &TrainingController::boundaryCrossed, this, [this](const BoundaryRecord& record) {
        m_metrics.add(record);
        Q_EMIT updated();
    });
}

} // namespace gapless::ui
