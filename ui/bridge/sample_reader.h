// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/base/error.h"
#include "core/data/sample_picture.h"
#include "core/types/augmentation.h"
#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "ui/bridge/job_runner.h"

namespace gapless::ui
{

/// Crops as the loader draws them in so many epochs of a run whose only sample is the pair.
struct CropRequest
{
    ImageSize size;
    Augmentation augmentation = Augmentation::None;
    std::uint64_t seed = 0;
    std::int64_t firstEpoch = 0;
    int count = 0;
};

/// A pair to be looked at.
struct SampleRequest
{
    ImagePair pair; ///< without a mask nothing is labelled; size 0 x 0: as the image says
    ClassTable classes;
    int inputChannels = 3;
    std::optional<CropRequest> crops{}; ///< none: the whole picture is wanted
};

struct SampleAnswer
{
    SampleRequest request;
    std::optional<Error> error;       ///< the image cannot be read, for crops also the mask; then there is no picture
    std::optional<Error> maskError{}; ///< the mask cannot be, or does not fit; then nothing is labelled
    SamplePicture picture{};          ///< whole, upright; empty where crops were wanted
    std::vector<SamplePicture> crops{};
};

/// Reads pairs of a data set for the window, through the code that feeds the loader, on worker threads. A newer request
/// takes the place of the older one, whose answer is dropped; a file that takes long does not hold up the next one. UI
/// thread; never waits, but in its destructor for the files being read.
class SampleReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SampleReader)

public:
    using ReadFunction = std::function<SampleAnswer(const SampleRequest&, std::stop_token)>;

    /// `read` runs on a worker thread; the tests give their own.
    explicit SampleReader(QObject* parent = nullptr, ReadFunction read = &readSample);
    ~SampleReader() override;

    /// Answered by answered(), unless a newer request or cancel() comes first.
    void read(const SampleRequest& request);
    void cancel();
    /// Files are being read, also for requests that nobody waits for any more.
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }

    [[nodiscard]] static SampleAnswer readSample(const SampleRequest& request, std::stop_token stop);

Q_SIGNALS:
    void answered(const std::shared_ptr<const gapless::ui::SampleAnswer>& answer);
    /// isBusy() has become false.
    void becameIdle();

private:
    void begin();

    ReadFunction m_read;
    std::optional<SampleRequest> m_next; ///< asked for, and not begun
    std::stop_source m_stop;             ///< of the newest that was begun
    std::uint64_t m_generation = 0;      ///< of the newest request; older answers are dropped
    QTimer m_patience;                   ///< with the running job, once a newer request waits for it
    JobRunner m_jobs;
};

} // namespace gapless::ui
