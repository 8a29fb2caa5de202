// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/status_strip.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

#include "ui/bridge/metric_pump.h"
#include "ui/bridge/training_controller.h"
#include "ui/models/value_format.h"

namespace gapless::ui
{
namespace
{

constexpr int ProgressSteps = 1000;

} // namespace

StatusStrip::StatusStrip(TrainingController& training, MetricPump& pump, QWidget* parent)
    : QWidget(parent)
    , m_training(training)
    , m_pump(pump)
    , m_state(new QLabel(this))
    , m_position(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_timeLeft(new QLabel(this))
    , m_rate(new QLabel(this))
    , m_stall(new QLabel(this))
    , m_memory(new QLabel(this))
{
    m_state->setAccessibleName(tr("State"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setRange(0, ProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setMinimumWidth(96);
    m_progress->setMaximumHeight(12);
    m_timeLeft->setToolTip(tr("Steps still to do at the present pace, with validation and checkpoints."));
    m_rate->setToolTip(tr("Images per second over the last steps and their waits."));
    m_stall->setToolTip(tr("Share of training time spent waiting for the loader, over the whole run."));
    m_memory->setToolTip(tr("Memory of this process."));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(16);
    layout->addWidget(m_state);
    layout->addWidget(m_position);
    layout->addWidget(m_progress, 1);
    for (QLabel* label : {m_timeLeft, m_rate, m_stall, m_memory})
        layout->addWidget(label);
    connect(&m_training, &TrainingController::commandsChanged, this, &StatusStrip::refresh);
    connect(&m_pump, &MetricPump::updated, this, &StatusStrip::refresh);
    refresh();
}

void StatusStrip::setActivity(const QString& activity)
{
    if (activity == m_activity)
        return;
    m_activity = activity;
    refresh();
}

QString StatusStrip::stateText() const
{
    return m_state->text();
}

QString StatusStrip::stateWords() const
{
    switch (m_training.pending()) {
    case TrainingController::Pending::None:
        break;
    case TrainingController::Pending::Start:
        return tr("Starting ...");
    case TrainingController::Pending::Pause:
        return tr("Pausing after this step ...");
    case TrainingController::Pending::Resume:
        return tr("Resuming ...");
    case TrainingController::Pending::Stop:
        return tr("Stopping after this step ...");
    }
    switch (m_training.state()) {
    case RunState::Idle:
        return tr("Ready");
    case RunState::Preparing:
        return tr("Preparing: reading the data, building the network ...");
    case RunState::Running:
        return tr("Running");
    case RunState::Paused:
        return tr("Paused");
    case RunState::Stopping:
        return tr("Stopping: writing the checkpoint ...");
    case RunState::Finished:
        return tr("Finished");
    case RunState::Cancelled:
        return tr("Stopped");
    case RunState::Failed:
        return tr("Failed");
    }
    return {};
}

QString StatusStrip::timeLeftWords() const
{
    if (isAtRest(m_training.state()))
        return {};
    const auto left = m_pump.metrics().timeLeft();
    if (!left)
        return {};
    const QString duration = durationText(left->seconds);
    return left->isLowerBound ? tr("at least %1 left").arg(duration) : tr("%1 left").arg(duration);
}

void StatusStrip::refresh()
{
    const RunMetrics& metrics = m_pump.metrics();
    const bool hasRun = metrics.step() > 0 && m_training.state() != RunState::Preparing;
    m_state->setText(m_activity.isEmpty() || m_training.isBusy() ? stateWords() : m_activity);
    m_position->setVisible(hasRun);
    m_progress->setVisible(hasRun);
    for (QLabel* label : {m_timeLeft, m_rate, m_stall, m_memory})
        label->setVisible(hasRun);
    if (!hasRun)
        return;
    m_position->setText(tr("epoch %1 of %2, step %3 of %4")
                            .arg(padded(QString::number(metrics.epoch()),
                                        static_cast<int>(QString::number(metrics.plan().epochs).size())))
                            .arg(metrics.plan().epochs)
                            .arg(padded(QString::number(metrics.stepInEpoch()),
                                        static_cast<int>(QString::number(metrics.plan().stepsPerEpoch).size())))
                            .arg(metrics.plan().stepsPerEpoch));
    const double total =
        static_cast<double>(std::max<std::int64_t>(1, metrics.plan().epochs * metrics.plan().stepsPerEpoch));
    m_progress->setValue(static_cast<int>(ProgressSteps * static_cast<double>(metrics.step()) / total));
    m_timeLeft->setText(timeLeftWords());
    m_rate->setText(tr("%1 images/s").arg(padded(numberText(metrics.imagesPerSecond.last().value_or(0)), 5)));
    m_stall->setText(tr("stall %1").arg(padded(shareText(metrics.stallShare().value_or(0)), 6)));
    m_memory->setText(padded(bytesText(metrics.residentBytes()), 8));
}

} // namespace gapless::ui
