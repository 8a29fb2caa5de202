// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QObject>

class QCPAxis;
class QCPRange;
class QCustomPlot;
class QWheelEvent;

namespace gapless::ui
{

struct PlotRange
{
    double lower = 0;
    double upper = 1;

    [[nodiscard]] double size() const { return upper - lower; }
    friend bool operator==(const PlotRange&, const PlotRange&) = default;
};

/// Which part of the data a plot shows: it follows them until somebody zooms or pans, and then stays where it is until
/// fit(). Wheel and drag are QCustomPlot's own, along x, with Ctrl along y as well. UI thread.
class PlotView final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlotView)

public:
    /// x as the data have it.
    struct Extent
    {
        PlotRange followed; ///< what following shows
        PlotRange whole;    ///< as far as zooming out and panning go
    };

    /// `plot` outlives the view.
    PlotView(QCustomPlot& plot, QObject* parent);

    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    [[nodiscard]] PlotRange visible() const;
    /// Empty: there are no data, and nothing to zoom into. Moves what is visible only when it follows.
    void setExtent(const std::optional<Extent>& extent);
    /// Changes ranges without that counting as somebody's zoom.
    void adjust(const std::function<void()>& change);

    /// A factor below 1 shows less; about the middle.
    void zoom(double factor, bool alsoValues);
    /// By a share of what is visible.
    void pan(double share);
    void fit();

Q_SIGNALS:
    /// By somebody, or by fit(): another part of the data is wanted. The wheel draws by itself afterwards.
    void changed();

private:
    void onWheel(const QWheelEvent& event);
    void onMoved(const QCPRange& now, const QCPRange& before);
    void onValuesMoved();
    [[nodiscard]] QList<QCPAxis*> valueAxes() const;

    QCustomPlot& m_plot;
    std::optional<Extent> m_extent;
    bool m_isFollowing = true;
    bool m_isAdjusting = false;
    bool m_isZoomingValues = false; ///< the zoom under way is along both axes
};

} // namespace gapless::ui
