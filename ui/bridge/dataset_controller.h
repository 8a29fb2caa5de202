// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include <QObject>
#include <QString>

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/types/dataset_report.h"
#include "ui/bridge/job_runner.h"

namespace gapless::ui
{

/// What decides a check's result.
struct DatasetRequest
{
    std::string images;
    std::string masks;
    std::string validationImages; ///< empty: no folders of their own
    std::string validationMasks;
    std::string ignoreValue;
    int inputChannels = 3;

    [[nodiscard]] static DatasetRequest from(const RunConfig& config);
    friend bool operator==(const DatasetRequest&, const DatasetRequest&) = default;
};

/// Checks folders and makes the built-in sample on worker threads; a newer request cancels the older one, whose result
/// is dropped. UI thread; never waits, but in its destructor for the file being read.
class DatasetController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DatasetController)

public:
    using Progress = std::function<void(std::int64_t done, std::int64_t total)>;
    using CheckFunction = std::function<Result<DatasetReport>(const DatasetRequest&, std::stop_token, const Progress&)>;

    enum class State { Unchecked, Checking, Checked, Failed };

    /// `check` runs on a worker thread; the tests give their own.
    explicit DatasetController(QObject* parent = nullptr, CheckFunction check = &checkFolders);
    ~DatasetController() override;

    void check(const DatasetRequest& request);
    /// Forgets what was found.
    void reset();
    /// Makes the sample where there is none yet, then sampleReady(). Default folder: the user's data location.
    void makeSample(const QString& folder = defaultSampleFolder());
    [[nodiscard]] static QString defaultSampleFolder();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }
    /// Of the last check that ended; null while there is none.
    [[nodiscard]] const std::shared_ptr<const DatasetReport>& report() const { return m_report; }
    /// How many pairs a run with these settings would train on; empty while there is no report.
    [[nodiscard]] std::optional<std::int64_t> trainingPairs(const DataConfig& data) const;
    /// The check that `state` and `report` speak of.
    [[nodiscard]] const DatasetRequest& request() const { return m_request; }
    /// Why a check failed.
    [[nodiscard]] const QString& failure() const { return m_failure; }

    /// Both folders of training and, where given, of validation (its problems appended, its classes merged).
    [[nodiscard]] static Result<DatasetReport> checkFolders(const DatasetRequest& request, std::stop_token stop,
                                                            const Progress& progress);

Q_SIGNALS:
    void stateChanged();
    void progressed(qint64 done, qint64 total);
    void sampleReady(const QString& images, const QString& masks);
    void sampleFailed(const gapless::Error& error);
    /// isBusy() has become false.
    void becameIdle();

private:
    void cancelCheck();
    void setState(State state);

    CheckFunction m_check;
    State m_state = State::Unchecked;
    DatasetRequest m_request;
    std::shared_ptr<const DatasetReport> m_report;
    QString m_failure;
    std::stop_source m_stop;
    std::uint64_t m_generation = 0; ///< of the newest check; older results are dropped
    JobRunner m_jobs;
};

} // namespace gapless::ui
