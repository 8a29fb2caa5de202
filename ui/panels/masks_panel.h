// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/types/epoch_record.h"
#include "core/types/inspection.h"
#include "ui/bridge/mask_layers.h"
#include "ui/models/prediction_film.h"
#include "ui/models/sample_list_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QListWidget;
class QPushButton;
class QSlider;
class QSortFilterProxyModel;

namespace gapless
{
struct RunPlan;
}

namespace gapless::ui
{

class ElidedLabel;
class Inspector;
class PictureView;

/// The inspector: any picture of the data set or from elsewhere, with what the network makes of it, while it learns,
/// while paused, and from a checkpoint. Asks for a picture only while it is shown. UI thread.
class MasksPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MasksPanel)

public:
    /// What lies over the image.
    enum class Layer { None, Prediction, Truth, Swipe, Errors, Probability };

    MasksPanel(Inspector& inspector, QWidget* parent);

    /// The pictures of the chosen folders, as long as no run says which of them it trains on.
    void showDataset(const DatasetReport& report);
    void showPlan(const RunPlan& plan);
    void showPreviews(const std::shared_ptr<const PreviewSet>& previews);
    void showScores(const Scores& scores);
    /// A pinned sample, by the name of its file.
    void showSample(const QString& name);
    void openImage(const QString& file);

    void setLayer(Layer layer);
    [[nodiscard]] Layer layer() const;
    /// What is shown now; null: nothing yet.
    [[nodiscard]] const Inspection* shown() const { return m_shown.get(); }
    [[nodiscard]] PictureView& view() { return *m_view; }
    [[nodiscard]] SampleListModel& samples() { return *m_samples; }
    [[nodiscard]] QString readout() const;
    [[nodiscard]] QString caption() const;

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] QWidget* makeList();
    [[nodiscard]] QWidget* makeLook();
    [[nodiscard]] QWidget* makeFilm();
    void connectParts();
    void chooseImage();
    void chooseCheckpoint();
    void select(int row);
    void ask();
    void take(const std::shared_ptr<const Inspection>& inspection);
    void setClasses(const ClassTable& classes);
    void updateLayers();
    void updateFilm();
    void updateSource();
    void updateCaption();
    void showPixel(const std::optional<QPoint>& pixel);
    [[nodiscard]] bool isLive() const;
    [[nodiscard]] const Preview* picture() const;
    [[nodiscard]] int shownClass() const;
    [[nodiscard]] LabelLook look() const;
    [[nodiscard]] QString className(int index) const;

    Inspector& m_inspector;
    SampleListModel* m_samples = nullptr;
    QSortFilterProxyModel* m_filter = nullptr;
    QListView* m_list = nullptr;
    QComboBox* m_set = nullptr;
    QCheckBox* m_worstFirst = nullptr;
    QLabel* m_source = nullptr;
    QPushButton* m_checkpoint = nullptr;
    PictureView* m_view = nullptr;
    ElidedLabel* m_caption = nullptr;
    QLabel* m_readout = nullptr;
    QPushButton* m_again = nullptr;
    QWidget* m_filmPart = nullptr;
    QSlider* m_filmPlace = nullptr;
    QLabel* m_filmText = nullptr;
    QComboBox* m_layer = nullptr;
    QComboBox* m_class = nullptr;
    QComboBox* m_style = nullptr;
    QSlider* m_opacity = nullptr;
    QListWidget* m_classes = nullptr;
    QCheckBox* m_safeColors = nullptr;
    QLabel* m_legend = nullptr;

    int m_row = -1; ///< the selected picture, a row of m_samples
    ClassTable m_table;
    PredictionFilm m_film;
    std::shared_ptr<const Inspection> m_shown;
    bool m_isStale = false; ///< the weights are others than those of what is shown
};

} // namespace gapless::ui
