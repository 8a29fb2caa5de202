// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <QScrollArea>
#include <QStringList>

class QLabel;

namespace gapless
{
struct RunPlan;
struct SettingsChange;
} // namespace gapless

namespace gapless::ui
{

class DatasetController;
class OptionForm;
class PresetBar;
class RunMetrics;
class SchedulePlot;
class Section;
class Settings;

/// All settings by job. UI thread.
class SettingsPanel final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SettingsPanel)

public:
    SettingsPanel(Settings& settings, DatasetController& datasets, QWidget* parent);

    /// What the engine made of the settings: parameters, queued memory.
    void showPlan(const RunPlan& plan);
    void setRunning(bool isRunning);
    /// Marks the running step on the plot of the learning rate.
    void showStep(const RunMetrics& metrics);
    [[nodiscard]] PresetBar& presets() { return *m_presets; }
    /// Opens the field's section and gives it the focus.
    void showField(const QString& key);
    /// A change that the run has taken up.
    void showChange(const SettingsChange& change);

Q_SIGNALS:
    /// A plot was not written to a file: what failed, on what, what to try.
    void saveFailed(const QString& text);

private:
    Section* addSection(const QString& title, QWidget* content);
    void addDataSection();
    void addModelSection();
    void addTrainingSection();
    void addDetailSection();
    void addSpeedSection();
    void addOutputSection();
    void updateSchedule();
    void updateDataNote();
    void updateSummaries();
    void updateMark(Section& section, const QString& group);

    Settings& m_settings;
    DatasetController& m_datasets;
    QWidget* m_page = nullptr;
    Section* m_data = nullptr;
    Section* m_model = nullptr;
    Section* m_training = nullptr;
    Section* m_detail = nullptr;
    QStringList m_detailKeys; ///< its fields, which are training's too
    Section* m_speed = nullptr;
    Section* m_output = nullptr;
    QLabel* m_dataNote = nullptr;
    QLabel* m_queueNote = nullptr;
    QLabel* m_cacheNote = nullptr;
    QLabel* m_runningNote = nullptr;
    PresetBar* m_presets = nullptr;
    SchedulePlot* m_schedule = nullptr;
    QString m_cacheText;           ///< of the last plan
    std::int64_t m_parameters = 0; ///< of the last plan; 0: none yet
    qint64 m_pairsDone = 0;
    qint64 m_pairsTotal = 0;
};

} // namespace gapless::ui
