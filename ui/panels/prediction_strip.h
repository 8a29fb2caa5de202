// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QImage>
#include <QString>
#include <QWidget>

namespace gapless
{
struct ClassTable;
struct PreviewSet;
} // namespace gapless

namespace gapless::ui
{

/// The newest predictions: image, truth and prediction of each pinned sample side by side, with the classes' colours
/// and the step they belong to. UI thread.
class PredictionStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PredictionStrip)

public:
    explicit PredictionStrip(QWidget* parent);

    void clear();
    void setClasses(const ClassTable& classes);
    void setPreviews(const PreviewSet& previews);
    [[nodiscard]] int sampleCount() const { return static_cast<int>(m_samples.size()); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Clicked: the name of its file.
    void sampleChosen(const QString& name);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Sample
    {
        QString name;
        QString score;      ///< "IoU 0.81"; empty where unknown
        QImage pictures[3]; ///< image, truth, prediction
    };
    struct Grid
    {
        int columns = 1;
        int rows = 1;
        QSize picture{0, 0}; ///< room for one
    };

    /// -1: none.
    [[nodiscard]] int sampleAt(const QPoint& position) const;
    [[nodiscard]] Grid bestGrid(const QRect& area) const;
    [[nodiscard]] QRect gridArea() const;
    [[nodiscard]] QRect cell(const Grid& grid, int index) const;
    void paintHeader(QPainter& painter) const;
    void paintSample(QPainter& painter, const Sample& sample, const QRect& cell, const QSize& room) const;

    std::unique_ptr<ClassTable> m_classes;
    std::vector<Sample> m_samples;
    double m_aspect = 1; ///< height / width of the tallest sample
    QString m_when;
};

} // namespace gapless::ui
