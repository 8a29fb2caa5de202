// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/sample_reader.h"

class QComboBox;
class QLabel;
class QSlider;

namespace gapless::ui
{

class ElidedLabel;
class PictureView;

/// A pair of the data set: its image, its mask, or one over the other. Read while it is visible. UI thread.
class PairView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PairView)

public:
    enum class Layer { Image, Mask, Overlay };

    /// `reader` outlives the view.
    PairView(SampleReader& reader, QWidget* parent);

    /// `remarks`: what the check says of its files.
    void showPair(const SampleRequest& request, const QStringList& remarks);
    void clear();
    void setLayer(Layer layer);
    [[nodiscard]] Layer layer() const;
    [[nodiscard]] PictureView& view() { return *m_view; }
    /// What is wrong with the pair, as it stands above the picture; empty where nothing is.
    [[nodiscard]] QString remark() const;
    /// What is under the pointer.
    [[nodiscard]] QString readout() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask();
    void take(const std::shared_ptr<const SampleAnswer>& answer);
    void updateRemark();
    void updateLayers();
    void showPixel(const std::optional<QPoint>& pixel);

    SampleReader& m_reader;
    ElidedLabel* m_caption = nullptr;
    QComboBox* m_layer = nullptr;
    QSlider* m_opacity = nullptr;
    QLabel* m_remark = nullptr;
    PictureView* m_view = nullptr;
    QLabel* m_readout = nullptr;
    std::optional<SampleRequest> m_request;
    QStringList m_remarks;
    std::shared_ptr<const SampleAnswer> m_shown; ///< to m_request; null until it comes
    bool m_isStale = false;                      ///< to be asked for once visible
    QTimer m_slow; ///< the picture before stays until then: most are read in less, and the view would flicker
};

} // namespace gapless::ui
