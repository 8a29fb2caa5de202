// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QWidget>

#include "ui/bridge/sample_reader.h"

class QLabel;
class QPushButton;
class QSlider;

namespace gapless::ui
{

class CropGrid;
class Settings;

/// Some of the crops that the loader would make of a pair with the present settings, and in words what it does. Read
/// while it is visible. UI thread.
class CropPreview final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CropPreview)

public:
    /// Crops are drawn as in the run's first epochs; fewer than this where they are large.
    static constexpr int MostCrops = 8;

    /// `settings` and `reader` outlive the preview.
    CropPreview(const Settings& settings, SampleReader& reader, QWidget* parent);

    /// Without its crops, which the settings say.
    void showPair(const SampleRequest& request);
    void clear();
    [[nodiscard]] const CropGrid& grid() const { return *m_grid; }
    [[nodiscard]] QString words() const;
    [[nodiscard]] QPushButton* againButton() const { return m_again; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void drawAnew();
    void ask();
    void take(const std::shared_ptr<const SampleAnswer>& answer);

    const Settings& m_settings;
    SampleReader& m_reader;
    QLabel* m_words = nullptr;
    QSlider* m_opacity = nullptr;
    QPushButton* m_again = nullptr;
    CropGrid* m_grid = nullptr;
    std::optional<SampleRequest> m_request;
    std::int64_t m_firstEpoch = 0; ///< whose draws are shown
    bool m_isWaiting = false;      ///< for an answer
    bool m_isStale = false;        ///< to be asked for once visible
};

} // namespace gapless::ui
