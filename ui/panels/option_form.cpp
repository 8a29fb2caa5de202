// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/option_form.h"

#include <utility>

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include "core/config/config_fields.h"
#include "core/config/config_validate.h"
#include "ui/models/field_words.h"
#include "ui/models/settings.h"
#include "ui/panels/folder_edit.h"

namespace gapless::ui
{
namespace
{

const FieldInfo& infoOf(const QString& key)
{
    return configField(key.toStdString());
}

} // namespace

OptionForm::OptionForm(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(8);
    m_layout->setVerticalSpacing(4);
    m_layout->setColumnStretch(0, 2);
    m_layout->setColumnStretch(1, 3);
    connect(&m_settings, &Settings::changed, this, &OptionForm::refresh);
    connect(&m_settings, &Settings::problemsChanged, this, [this] {
        for (auto row = m_rows.cbegin(); row != m_rows.cend(); ++row)
            showProblem(row.key());
    });
}

QLineEdit* OptionForm::addText(const QString& key)
{
    auto* edit = new QLineEdit(this);
    addRow(key, edit, edit, [edit](const QString& text) {
        if (edit->text() != text)
            edit->setText(text);
    });
    connect(edit, &QLineEdit::textEdited, this, [this, key](const QString& text) { setTyped(key, text); });
    return edit;
}

QSpinBox* OptionForm::addNumber(const QString& key, int least, int most, int step)
{
    auto* box = new QSpinBox(this);
    box->setRange(least, most);
    box->setSingleStep(step);
    box->setAlignment(Qt::AlignRight);
    box->setFocusPolicy(Qt::StrongFocus);
    addRow(key, box, box, [box](const QString& text) {
        const QSignalBlocker blocker(box);
        box->setValue(text.toInt());
    });
    connect(box, &QSpinBox::valueChanged, this,
            [this, key](int value) { m_settings.setText(key, QString::number(value)); });
    return box;
}

QCheckBox* OptionForm::addSwitch(const QString& key)
{
    auto* box = new QCheckBox(this);
    addRow(key, box, box, [box](const QString& text) {
        const QSignalBlocker blocker(box);
        box->setChecked(text == QLatin1String("on"));
    });
    connect(box, &QCheckBox::toggled, this,
            [this, key](bool isOn) { m_settings.setText(key, isOn ? QStringLiteral("on") : QStringLiteral("off")); });
    return box;
}

QComboBox* OptionForm::addChoice(const QString& key, const QMap<QString, QString>& names)
{
    auto* box = new QComboBox(this);
    box->setFocusPolicy(Qt::StrongFocus);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string& choice : configChoices(key.toStdString())) {
        const QString value = QString::fromStdString(choice);
        box->addItem(names.value(value, value), value);
    }
    addRow(key, box, box, [box](const QString& text) {
        const QSignalBlocker blocker(box);
        box->setCurrentIndex(box->findData(text));
    });
    connect(box, &QComboBox::currentIndexChanged, this,
            [this, key, box](int index) { m_settings.setText(key, box->itemData(index).toString()); });
    return box;
}

QComboBox* OptionForm::addOpenChoice(const QString& key, const QStringList& offered)
{
    auto* box = new QComboBox(this);
    box->setEditable(true);
    box->setFocusPolicy(Qt::StrongFocus);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->addItems(offered);
    addRow(key, box, box, [box](const QString& text) {
        const QSignalBlocker blocker(box);
        if (box->currentText() != text)
            box->setCurrentText(text);
    });
    connect(box, &QComboBox::currentTextChanged, this, [this, key](const QString& text) { setTyped(key, text); });
    return box;
}

QLineEdit* OptionForm::addFolder(const QString& key)
{
    auto* holder = new QWidget(this);
    auto* edit = new FolderEdit(holder);
    auto* button = new QToolButton(holder);
    button->setText(QStringLiteral("\u2026"));
    button->setToolTip(tr("Choose a folder"));
    button->setAccessibleName(tr("Choose a folder: %1").arg(fieldLabel(infoOf(key))));
    auto* layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(edit, 1);
    layout->addWidget(button);
    addRow(key, holder, edit, [edit](const QString& text) {
        if (edit->text() == text)
            return;
        edit->setText(text);
        edit->setToolTip(text.isEmpty() ? edit->accessibleDescription() : text + u'\n' + edit->accessibleDescription());
        // The end of a path tells more than its beginning.
        edit->setCursorPosition(static_cast<int>(text.size()));
    });
    connect(edit, &QLineEdit::textEdited, this, [this, key](const QString& text) { setTyped(key, text); });
    connect(edit, &FolderEdit::folderDropped, this,
            [this, key](const QString& folder) { m_settings.setText(key, folder); });
    connect(button, &QToolButton::clicked, this, [this, key] { browse(key); });
    return edit;
}

void OptionForm::setQuietWhileEmpty(const QString& key)
{
    m_rows[key].isQuietWhileEmpty = true;
    showProblem(key);
}

QLabel* OptionForm::addNote()
{
    auto* note = new QLabel(this);
    note->setWordWrap(true);
    note->hide();
    m_layout->addWidget(note, m_nextRow++, 0, 1, 2);
    return note;
}

void OptionForm::addRow(const QString& key, QWidget* editor, QWidget* focus, std::function<void(const QString&)> show)
{
    const FieldInfo& info = infoOf(key);
    const QString name = fieldLabel(info);
    const QString description = fieldDescription(info);
    auto* label = new QLabel(name, this);
    label->setBuddy(focus);
    label->setWordWrap(true);
    label->setToolTip(description);
    if (qobject_cast<QAbstractSpinBox*>(focus) != nullptr || qobject_cast<QComboBox*>(focus) != nullptr)
        focus->installEventFilter(this);
    focus->setObjectName(key);
    focus->setToolTip(description);
    focus->setAccessibleName(name);
    focus->setAccessibleDescription(description);
    auto* problem = new QLabel(this);
    problem->setWordWrap(true);
    problem->setObjectName(key + QStringLiteral(".problem"));
    problem->hide();
    m_layout->addWidget(label, m_nextRow, 0);
    m_layout->addWidget(editor, m_nextRow, 1);
    m_layout->addWidget(problem, m_nextRow + 1, 0, 1, 2);
    m_nextRow += 2;
    m_rows.insert(key, {std::move(show), problem, name, false});
    refresh(key);
    showProblem(key);
}

bool OptionForm::eventFilter(QObject* watched, QEvent* event)
{
    // The wheel scrolls the page, whatever field the pointer happens to pass.
    const auto* field = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && field != nullptr && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void OptionForm::showProblem(const QString& key)
{
    const Row& row = m_rows[key];
    const bool isQuiet = row.isQuietWhileEmpty && m_settings.text(key).isEmpty();
    const QString problem = isQuiet ? QString() : m_settings.problem(key);
    row.problem->setText(problem.isEmpty() ? QString() : QStringLiteral("\u26a0 %1 %2").arg(row.label, problem));
    row.problem->setVisible(!problem.isEmpty());
}

void OptionForm::refresh(const QString& key)
{
    if (const auto row = m_rows.constFind(key); row != m_rows.constEnd() && key != m_typedKey)
        row->show(m_settings.text(key));
}

void OptionForm::setTyped(const QString& key, const QString& text)
{
    m_typedKey = key;
    m_settings.setText(key, text);
    m_typedKey.clear();
}

void OptionForm::browse(const QString& key)
{
    auto* dialog = new QFileDialog(this, fieldLabel(infoOf(key)), m_settings.text(key));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly, false);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, key](const QString& folder) { m_settings.setText(key, folder); });
    dialog->open();
}

} // namespace gapless::ui
