// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QImage>
#include <QWidget>

namespace gapless::ui
{

/// Pictures of one size side by side, each with a layer over it, as large as they fit. UI thread.
class CropGrid final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CropGrid)

public:
    struct Crop
    {
        QImage image;
        QImage layer; ///< of the image's size
    };

    explicit CropGrid(QWidget* parent);

    /// With none, `emptyText` is shown in their place.
    void setCrops(std::vector<Crop> crops, const QString& emptyText = {});
    [[nodiscard]] const std::vector<Crop>& crops() const { return m_crops; }
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }
    void setOpacity(double opacity);

    [[nodiscard]] QSize sizeHint() const override { return {640, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Of the picture with that number.
    [[nodiscard]] QRectF place(int number) const;

    std::vector<Crop> m_crops;
    QString m_emptyText;
    double m_opacity = 0.5;
};

} // namespace gapless::ui
