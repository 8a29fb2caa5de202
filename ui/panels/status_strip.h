// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace gapless::ui
{

class MetricPump;
class TrainingController;

/// The line at the window's lower edge: state, progress, time left, images/s, stall share, memory. UI thread.
class StatusStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusStrip)

public:
    StatusStrip(TrainingController& training, MetricPump& pump, QWidget* parent);

    /// Instead of the state, while no run is going on ("Checking the folders ..."); empty: the state again.
    void setActivity(const QString& activity);
    [[nodiscard]] QString stateText() const;

private:
    void refresh();
    [[nodiscard]] QString stateWords() const;
    [[nodiscard]] QString timeLeftWords() const;

    TrainingController& m_training;
    MetricPump& m_pump;
    QString m_activity;
    QLabel* m_state = nullptr;
    QLabel* m_position = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_timeLeft = nullptr;
    QLabel* m_rate = nullptr;
    QLabel* m_stall = nullptr;
    QLabel* m_memory = nullptr;
};

} // namespace gapless::ui
