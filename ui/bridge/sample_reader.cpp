// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/sample_reader.h"

#include <chrono>
#include <exception>
#include <utility>

#include "core/data/folder_source.h"

namespace gapless::ui
{
namespace
{

/// How long a request waits for the one before it, whose answer nobody wants any more. One at a time is what the memory
/// for large pictures asks for; but a file on a drive that does not answer may never be read.
constexpr std::chrono::milliseconds Patience{300};
constexpr int MostJobs = 6;

void readWhole(const SampleRequest& request, const ImagePair& pair, SampleAnswer& answer)
{
    const auto source = openPicture(pair, request.classes, normalisationOf(request.inputChannels));
    if (!source) {
        answer.error = source.error();
        return;
    }
    Result<SamplePicture> picture = makeSamplePicture(**source, {}, (*source)->sampleSize(0));
    if (picture) {
        answer.picture = std::move(*picture);
    } else if (pair.mask.empty()) {
        answer.error = std::move(picture.error());
        answer.maskError.reset(); // it was the image
    } else {
        answer.maskError = std::move(picture.error());
        readWhole(request, {pair.image, {}, {}}, answer);
    }
}

void readCrops(const SampleRequest& request, const std::stop_token& stop, SampleAnswer& answer)
{
    const Normalisation normalisation = normalisationOf(request.inputChannels);
    const auto whole = openPicture(request.pair, request.classes, normalisation);
    if (!whole) {
        answer.error = whole.error();
        return;
    }
    ImagePair pair = request.pair;
    pair.size = (*whole)->sampleSize(0);
    const CropRequest& wanted = *request.crops;
    const auto source = makeCropSource({pair}, request.classes, normalisation, automaticCacheLimit());
    for (std::int64_t crop = 0; crop < wanted.count && !stop.stop_requested(); ++crop) {
        const SampleKey key{wanted.seed, wanted.firstEpoch + crop, 0, wanted.augmentation};
        Result<SamplePicture> picture = makeSamplePicture(*source, key, wanted.size);
        if (!picture) {
            answer.error = std::move(picture.error());
            return;
        }
        answer.crops.push_back(std::move(*picture));
    }
}

} // namespace

SampleReader::SampleReader(QObject* parent, ReadFunction read)
    : QObject(parent)
    , m_read(std::move(read))
    , m_jobs(MostJobs)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &SampleReader::begin);
    connect(&m_jobs, &JobRunner::becameIdle, this, &SampleReader::becameIdle);
}

SampleReader::~SampleReader()
{
    cancel();
}

void SampleReader::cancel()
{
    ++m_generation;
    m_next.reset();
    m_stop.request_stop();
    m_patience.stop();
}

void SampleReader::read(const SampleRequest& request)
{
    ++m_generation;
    m_stop.request_stop();
    m_next = request;
    if (!m_jobs.isBusy())
        begin();
    else if (!m_patience.isActive())
        m_patience.start();
}

void SampleReader::begin()
{
    if (!m_next || m_jobs.running() == MostJobs)
        return;
    m_patience.stop();
    m_stop = std::stop_source();
    const auto work = [request = *std::exchange(m_next, std::nullopt), stop = m_stop.get_token(), read = m_read] {
        SampleAnswer answer;
        try {
            answer = read(request, stop);
        } catch (const std::exception& exception) {
            answer.error = Error{ErrorCode::Internal, exception.what(), request.pair.image.string(), {}};
        }
        answer.request = request;
        return std::make_shared<const SampleAnswer>(std::move(answer));
    };
    m_jobs.start(work, [this, generation = m_generation](const std::shared_ptr<const SampleAnswer>& answer) {
        if (generation == m_generation)
            Q_EMIT answered(answer);
        begin();
    });
}

SampleAnswer SampleReader::readSample(const SampleRequest& request, std::stop_token stop)
{
    SampleAnswer answer;
    if (request.crops)
        readCrops(request, stop, answer);
    else
        readWhole(request, request.pair, answer);
    return answer;
}

} // namespace gapless::ui
