// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/resident_source.h"

#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace gapless
{

namespace
{

class ResidentSource final : public SampleSource
{
public:
    explicit ResidentSource(std::shared_ptr<const SampleSource> inner)
        : m_inner(std::move(inner))
    {
    }

    [[nodiscard]] std::int64_t size() const override { return m_inner->size(); }
    [[nodiscard]] std::string name(std::int64_t sample) const override { return m_inner->name(sample); }
    [[nodiscard]] ImageSize sampleSize(std::int64_t sample) const override { return m_inner->sampleSize(sample); }
    [[nodiscard]] Normalisation normalisation() const override { return m_inner->normalisation(); }
    [[nodiscard]] CacheUse cacheUse() const override { return m_inner->cacheUse(); }

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (m_filled.contains(target.image))
                return StageTimes{};
        }
        Result<StageTimes> written = m_inner->write(key, target);
        if (written) {
            const std::scoped_lock lock(m_mutex);
            m_filled.insert(target.image);
        }
        return written;
    }

private:
    const std::shared_ptr<const SampleSource> m_inner;
    mutable std::mutex m_mutex;
    mutable std::set<const float*> m_filled;
};

} // namespace

std::shared_ptr<const SampleSource> makeResidentSource(std::shared_ptr<const SampleSource> inner)
{
    return std::make_shared<ResidentSource>(std::move(inner));
}

} // namespace gapless
