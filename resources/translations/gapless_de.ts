<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>augmentation_words</name>
    <message>
        <source>Crops of %1 pixels at random places</source>
        <translation>Ausschnitte von %1 Pixeln an zufälligen Stellen</translation>
    </message>
    <message>
        <source>%1, scaled by a random %2 to %3, half of them flipped left to right</source>
        <translation>%1, zufällig auf das %2- bis %3-Fache skaliert, die Hälfte links-rechts gespiegelt</translation>
    </message>
    <message>
        <source> What the picture does not fill is black and not labelled.</source>
        <translation> Was das Bild nicht füllt, ist schwarz und ohne Klasse.</translation>
    </message>
</context>
<context>
    <name>dataset_words</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n Klasse</numerusform>
            <numerusform>%n Klassen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) stop training</source>
        <translation>
            <numerusform>%n Problem verhindert das Training</numerusform>
            <numerusform>%n Probleme verhindern das Training</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, nothing to fix</source>
        <translation>%1, alles in Ordnung</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 images, %2 pixels</source>
        <translation>Bilder: %1, %2 Pixel</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1. Every image has its mask, and sizes and values agree.</source>
        <translation>%1. Jedes Bild hat seine Maske, Größen und Werte passen zusammen.</translation>
    </message>
    <message>
        <source>mean IoU</source>
        <translation>mittlere IoU</translation>
    </message>
    <message>
        <source>mean Dice</source>
        <translation>mittlerer Dice</translation>
    </message>
    <message>
        <source>pixel accuracy</source>
        <translation>Pixelgenauigkeit</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>Validierungsverlust</translation>
    </message>
    <message>
        <source>IoU of %1</source>
        <translation>IoU von %1</translation>
    </message>
    <message>
        <source>Dice of %1</source>
        <translation>Dice von %1</translation>
    </message>
</context>
<context>
    <name>gapless::ui::AboutDialog</name>
    <message>
        <source>About Gapless</source>
        <translation>Über Gapless</translation>
    </message>
    <message>
        <source>Gapless %1</source>
        <translation>Gapless %1</translation>
    </message>
    <message>
        <source>Trains networks that find things in pictures, and shows every moment in which training waits.</source>
        <translation>Trainiert Netze, die Dinge in Bildern finden, und zeigt jeden Moment, in dem das Training wartet.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later (GPL-3.0-or-later). It comes without any warranty.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder neuer (GPL-3.0-or-later). Ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Puts all this on the clipboard as text, for a report of a fault.</source>
        <translation>Legt all dies als Text in die Zwischenablage, für eine Fehlermeldung.</translation>
    </message>
    <message>
        <source>&amp;Copied</source>
        <translation>&amp;Kopiert</translation>
    </message>
</context>
<context>
    <name>gapless::ui::BoundaryPlot</name>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>inspection</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>loader wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>gap %1 of %2</source>
        <translation>Lücke %1 von %2</translation>
    </message>
    <message>
        <source>epoch %1: %2</source>
        <translation>Epoche %1: %2</translation>
    </message>
</context>
<context>
    <name>gapless::ui::ClassCurves</name>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Show the IoU of single classes</source>
        <translation>IoU einzelner Klassen anzeigen</translation>
    </message>
    <message>
        <source>IoU of %1</source>
        <translation>IoU von %1</translation>
    </message>
</context>
<context>
    <name>gapless::ui::ClassTableModel</name>
    <message>
        <source>%1 pixels</source>
        <translation>%1 Pixel</translation>
    </message>
    <message>
        <source>colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>ignoriert</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
</context>
<context>
    <name>gapless::ui::CropGrid</name>
    <message>
        <source>Training crops</source>
        <translation>Trainingsausschnitte</translation>
    </message>
    <message>
        <source>Crops: %1</source>
        <translation>Ausschnitte: %1</translation>
    </message>
</context>
<context>
    <name>gapless::ui::CropPreview</name>
    <message>
        <source>Draw a&amp;gain</source>
        <translation>&amp;Neu ziehen</translation>
    </message>
    <message>
        <source>How much of the image the mask hides.</source>
        <translation>Wie viel vom Bild die Maske verdeckt.</translation>
    </message>
    <message>
        <source>Opaci&amp;ty</source>
        <translation>D&amp;eckkraft</translation>
    </message>
    <message>
        <source>Other crops of the same picture, with the same settings.</source>
        <translation>Andere Ausschnitte desselben Bildes, mit denselben Einstellungen.</translation>
    </message>
    <message>
        <source>Being read.</source>
        <translation>Wird gelesen.</translation>
    </message>
    <message>
        <source>Choose a picture in the list.</source>
        <translation>In der Liste ein Bild wählen.</translation>
    </message>
</context>
<context>
    <name>gapless::ui::DataPanel</name>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>&amp;Bild</translation>
    </message>
    <message>
        <source>Training &amp;crops</source>
        <translation>Trainings&amp;ausschnitte</translation>
    </message>
    <message>
        <source>Read the folders once more, after files in them have been mended</source>
        <translation>Ordner noch einmal lesen, nachdem Dateien darin berichtigt wurden</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Problems and choices</source>
        <translation>Probleme und Festlegungen</translation>
    </message>
    <message>
        <source>A row that is chosen shows its file below.</source>
        <translation>Eine gewählte Zeile zeigt unten ihre Datei.</translation>
    </message>
    <message>
        <source>Pair %1 of %2</source>
        <translation>Paar %1 von %2</translation>
    </message>
    <message>
        <source>This run: %1 samples to train on, %2 for validation. Device: %3.</source>
        <translation>Dieser Lauf: %1 Bilder zum Trainieren, %2 zur Validierung. Gerät: %3.</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
    <message>
        <source>Open a folder of images and a folder of masks, or take the built-in sample: what is in them is shown here.</source>
        <translation>Einen Ordner mit Bildern und einen mit Masken öffnen oder die eingebauten Beispieldaten nehmen: Hier steht dann, was darin ist.</translation>
    </message>
    <message>
        <source>Checking the folders</source>
        <translation>Ordner werden geprüft</translation>
    </message>
    <message>
        <source>The folders cannot be read</source>
        <translation>Die Ordner sind nicht lesbar</translation>
    </message>
</context>
<context>
    <name>gapless::ui::ErrorPlace</name>
    <message>
        <source>Show the setting</source>
        <translation>Einstellung zeigen</translation>
    </message>
    <message>
        <source>Show the data</source>
        <translation>Daten zeigen</translation>
    </message>
    <message>
        <source>Show the run folder</source>
        <translation>Ordner des Laufs zeigen</translation>
    </message>
    <message>
        <source>Show the batch size</source>
        <translation>Batchgröße zeigen</translation>
    </message>
    <message>
        <source>Show the learning rate</source>
        <translation>Lernrate zeigen</translation>
    </message>
</context>
<context>
    <name>gapless::ui::FolderEdit</name>
    <message>
        <source>choose or drop a folder</source>
        <translation>Ordner wählen oder hier ablegen</translation>
    </message>
</context>
<context>
    <name>gapless::ui::HelpDialog</name>
    <message>
        <source>Gapless Help</source>
        <translation>Hilfe zu Gapless</translation>
    </message>
    <message>
        <source>en</source>
        <comment>folder of the help pages</comment>
        <translation>de</translation>
    </message>
    <message>
        <source>Getting started</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>What the numbers mean</source>
        <translation>Was die Zahlen bedeuten</translation>
    </message>
</context>
<context>
    <name>gapless::ui::Inspector</name>
    <message>
        <source>The run is being prepared or ended: its network can be asked in a moment.</source>
        <translation>Der Lauf wird vorbereitet oder beendet: Sein Netz kann gleich befragt werden.</translation>
    </message>
    <message>
        <source>There is no network to ask yet: start training, or open a checkpoint of an earlier run.</source>
        <translation>Noch gibt es kein Netz, das befragt werden kann: Training starten oder den Checkpoint eines früheren Laufs öffnen.</translation>
    </message>
</context>
<context>
    <name>gapless::ui::MainWindow</name>
    <message>
        <source>Finished.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Ended early: the patience was over. </source>
        <translation>Vorzeitig beendet: Die Geduld war zu Ende. </translation>
    </message>
    <message>
        <source>Best %1 %2 in epoch %3. </source>
        <translation>Bestwert: %1 %2 in Epoche %3. </translation>
    </message>
    <message>
        <source>Checkpoints and report: %1</source>
        <translation>Checkpoints und Bericht: %1</translation>
    </message>
    <message>
        <source>The run waits for data.</source>
        <translation>Der Lauf wartet auf Daten.</translation>
    </message>
    <message>
        <source>Gapless</source>
        <translation>Gapless</translation>
    </message>
    <message>
        <source>The plot was not saved.</source>
        <translation>Das Diagramm wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>&amp;Masks</source>
        <translation>&amp;Masken</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>&amp;Daten</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Light or dark, and the language</source>
        <translation>Hell oder dunkel, und die Sprache</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>How to begin, and what the numbers mean (F1)</source>
        <translation>Wie man beginnt und was die Zahlen bedeuten (F1)</translation>
    </message>
    <message>
        <source>About Gapless</source>
        <translation>Über Gapless</translation>
    </message>
    <message>
        <source>Version, what the program is made of and runs on, licence</source>
        <translation>Version, Bestandteile, Rechner und Lizenz</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language:</source>
        <translation>Sprache:</translation>
    </message>
    <message>
        <source>it changes when Gapless is started the next time.</source>
        <translation>Sie ändert sich beim nächsten Start von Gapless.</translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>Der Lauf ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The run goes on with its old settings.</source>
        <translation>Der Lauf geht mit seinen alten Einstellungen weiter.</translation>
    </message>
    <message>
        <source>The sample could not be made.</source>
        <translation>Die Beispieldaten konnten nicht erzeugt werden.</translation>
    </message>
    <message>
        <source>Training cannot start.</source>
        <translation>Das Training kann nicht starten.</translation>
    </message>
    <message>
        <source>A run was interrupted:</source>
        <translation>Ein Lauf wurde unterbrochen:</translation>
    </message>
    <message>
        <source>%1. It can go on from its last checkpoint.</source>
        <translation>%1. Er kann ab seinem letzten Checkpoint weitergehen.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Folder of images (or one that holds images and masks)</source>
        <translation>Ordner mit Bildern (oder einer, der Bilder und Masken enthält)</translation>
    </message>
    <message>
        <source>Folder of masks for %1</source>
        <translation>Ordner mit den Masken zu %1</translation>
    </message>
    <message>
        <source>Making the sample ...</source>
        <translation>Beispieldaten werden erzeugt ...</translation>
    </message>
    <message>
        <source>Checking the folders ...</source>
        <translation>Ordner werden geprüft ...</translation>
    </message>
    <message>
        <source>A run failed:</source>
        <translation>Ein Lauf ist fehlgeschlagen:</translation>
    </message>
</context>
<context>
    <name>gapless::ui::MasksPanel</name>
    <message>
        <source>Images (*.png *.jpg *.jpeg *.tif *.tiff);;All files (*)</source>
        <translation>Bilder (*.png *.jpg *.jpeg *.tif *.tiff);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Predict again</source>
        <translation>Neu vorhersagen</translation>
    </message>
    <message>
        <source>Predict this picture with the present weights (%1). It is done between two steps and delays the training by the time that is shown.</source>
        <translation>Dieses Bild mit den jetzigen Gewichten vorhersagen (%1). Es geschieht zwischen zwei Schritten und verzögert das Training um die angezeigte Zeit.</translation>
    </message>
    <message>
        <source>Which pictures</source>
        <translation>Welche Bilder</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Opened here</source>
        <translation>Hier geöffnet</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schlechteste zuerst</translation>
    </message>
    <message>
        <source>By the IoU of each picture alone: of validation pictures after each epoch, of others once they have been looked at.</source>
        <translation>Nach der IoU jedes einzelnen Bildes: bei Validierungsbildern nach jeder Epoche, bei anderen, sobald sie angesehen wurden.</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Open image…</source>
        <translation>Bild öffnen…</translation>
    </message>
    <message>
        <source>An image from anywhere; it can be dropped here as well.</source>
        <translation>Ein beliebiges Bild; es kann auch hier abgelegt werden.</translation>
    </message>
    <message>
        <source>Open checkpoint…</source>
        <translation>Checkpoint öffnen…</translation>
    </message>
    <message>
        <source>Predict with the weights of an earlier run. While a run goes on, its own are asked.</source>
        <translation>Mit den Gewichten eines früheren Laufs vorhersagen. Während ein Lauf im Gang ist, werden seine eigenen befragt.</translation>
    </message>
    <message>
        <source>Image alone</source>
        <translation>Nur das Bild</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Truth | prediction</source>
        <translation>Referenz | Vorhersage</translation>
    </message>
    <message>
        <source>Errors of one class</source>
        <translation>Fehler einer Klasse</translation>
    </message>
    <message>
        <source>Probability of one class</source>
        <translation>Wahrscheinlichkeit einer Klasse</translation>
    </message>
    <message>
        <source>What lies over the image. Space swaps prediction and truth.</source>
        <translation>Was über dem Bild liegt. Die Leertaste tauscht Vorhersage und Referenz.</translation>
    </message>
    <message>
        <source>The class whose errors or probability are shown.</source>
        <translation>Die Klasse, deren Fehler oder Wahrscheinlichkeit gezeigt werden.</translation>
    </message>
    <message>
        <source>How much of the image the layer hides.</source>
        <translation>Wie viel vom Bild die Ebene verdeckt.</translation>
    </message>
    <message>
        <source>Filled</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>Umrisse</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Patterns tell classes apart without colours.</source>
        <translation>Muster unterscheiden Klassen auch ohne Farben.</translation>
    </message>
    <message>
        <source>Classes shown</source>
        <translation>Gezeigte Klassen</translation>
    </message>
    <message>
        <source>Colour-blind-safe colours</source>
        <translation>Farben für Farbenblinde</translation>
    </message>
    <message>
        <source>In place of the data set&apos;s own colours.</source>
        <translation>Anstelle der eigenen Farben des Datensatzes.</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>C&amp;lass</source>
        <translation>&amp;Klasse</translation>
    </message>
    <message>
        <source>Opaci&amp;ty</source>
        <translation>D&amp;eckkraft</translation>
    </message>
    <message>
        <source>St&amp;yle</source>
        <translation>&amp;Stil</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>&amp;Film</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>What was predicted after each validation; at the right end the newest.</source>
        <translation>Was nach jeder Validierung vorhergesagt wurde; ganz rechts das Neueste.</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>Image to predict</source>
        <translation>Bild für die Vorhersage</translation>
    </message>
    <message>
        <source>Checkpoint of a run</source>
        <translation>Checkpoint eines Laufs</translation>
    </message>
    <message>
        <source>Checkpoints (*.pt);;All files (*)</source>
        <translation>Checkpoints (*.pt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1   IoU %2</source>
        <translation>%1   IoU %2</translation>
    </message>
    <message>
        <source>unlabelled</source>
        <translation>ohne Klasse</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>übersehen</translation>
    </message>
    <message>
        <source>false alarm</source>
        <translation>Fehlalarm</translation>
    </message>
    <message>
        <source>0 %1 1</source>
        <translation>0 %1 1</translation>
    </message>
    <message>
        <source>Being predicted, once the running step is done.</source>
        <translation>Wird vorhergesagt, sobald der laufende Schritt fertig ist.</translation>
    </message>
    <message>
        <source>Choose a picture on the left, or drop an image here.</source>
        <translation>Links ein Bild wählen oder hier eines ablegen.</translation>
    </message>
    <message>
        <source>Network: the run that goes on</source>
        <translation>Netz: der laufende Lauf</translation>
    </message>
    <message>
        <source>Network: none yet</source>
        <translation>Netz: noch keines</translation>
    </message>
    <message>
        <source>Network: %1 of %2</source>
        <translation>Netz: %1 von %2</translation>
    </message>
    <message>
        <source>  after epoch %1, step %2</source>
        <translation>  nach Epoche %1, Schritt %2</translation>
    </message>
    <message>
        <source>  being predicted</source>
        <translation>  wird vorhergesagt</translation>
    </message>
    <message>
        <source>  after epoch %1, step %2, predicted in %3</source>
        <translation>  nach Epoche %1, Schritt %2, in %3</translation>
    </message>
    <message>
        <source>, mean IoU %1</source>
        <translation>, mittlere IoU %1</translation>
    </message>
    <message>
        <source>x %1, y %2: %3</source>
        <translation>x %1, y %2: %3</translation>
    </message>
    <message>
        <source>, truth %1</source>
        <translation>, Referenz %1</translation>
    </message>
    <message>
        <source>, probability of %1 %2</source>
        <translation>, Wahrscheinlichkeit von %1: %2</translation>
    </message>
</context>
<context>
    <name>gapless::ui::MessageBar</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Hide this message</source>
        <translation>Diese Meldung ausblenden</translation>
    </message>
</context>
<context>
    <name>gapless::ui::MetricPlot</name>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>Linear %1</source>
        <translation>%1 linear</translation>
    </message>
    <message>
        <source>Logarithmic %1</source>
        <translation>%1 logarithmisch</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>step 120</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source> (%1 %2)</source>
        <comment>value (step 120)</comment>
        <translation> (%1 %2)</translation>
    </message>
</context>
<context>
    <name>gapless::ui::OptionForm</name>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a folder: %1</source>
        <translation>Ordner wählen: %1</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PairList</name>
    <message>
        <source>Only those with problems</source>
        <translation>Nur die mit Problemen</translation>
    </message>
    <message>
        <source>Part of a file name</source>
        <translation>Teil eines Dateinamens</translation>
    </message>
    <message>
        <source>Filter by file name</source>
        <translation>Nach Dateinamen filtern</translation>
    </message>
    <message>
        <source>Lists the pictures whose file name holds this text.</source>
        <translation>Listet die Bilder auf, deren Dateiname diesen Text enthält.</translation>
    </message>
    <message>
        <source>Lists the pictures that a warning or an error speaks of.</source>
        <translation>Listet die Bilder auf, von denen eine Warnung oder ein Fehler spricht.</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures: %1</source>
        <translation>Bilder: %1</translation>
    </message>
    <message>
        <source>Pictures: %1 of %2</source>
        <translation>Bilder: %1 von %2</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PairListModel</name>
    <message>
        <source>Mask: %1</source>
        <translation>Maske: %1</translation>
    </message>
    <message>
        <source>%1, has a problem</source>
        <translation>%1, hat ein Problem</translation>
    </message>
    <message>
        <source>Pixels, height before width</source>
        <translation>Pixel, Höhe vor Breite</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PairView</name>
    <message>
        <source>Image alone</source>
        <translation>Nur das Bild</translation>
    </message>
    <message>
        <source>Mask alone</source>
        <translation>Nur die Maske</translation>
    </message>
    <message>
        <source>Mask over image</source>
        <translation>Maske über dem Bild</translation>
    </message>
    <message>
        <source>What is shown of the pair. Space goes on to the next.</source>
        <translation>Was vom Paar gezeigt wird. Die Leertaste schaltet weiter.</translation>
    </message>
    <message>
        <source>How much of the image the mask hides.</source>
        <translation>Wie viel vom Bild die Maske verdeckt.</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>Opaci&amp;ty</source>
        <translation>D&amp;eckkraft</translation>
    </message>
    <message>
        <source>Being read.</source>
        <translation>Wird gelesen.</translation>
    </message>
    <message>
        <source>,  %1 pixels</source>
        <translation>,  %1 Pixel</translation>
    </message>
    <message>
        <source>Choose a picture in the list.</source>
        <translation>In der Liste ein Bild wählen.</translation>
    </message>
    <message>
        <source>x %1, y %2: %3</source>
        <translation>x %1, y %2: %3</translation>
    </message>
    <message>
        <source>unlabelled</source>
        <translation>ohne Klasse</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PictureView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PlotFrame</name>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fit to the data</source>
        <translation>An die Daten anpassen</translation>
    </message>
    <message>
        <source>Show all data again and follow them (0, or a double click)</source>
        <translation>Wieder alle Daten zeigen und ihnen folgen (0 oder Doppelklick)</translation>
    </message>
    <message>
        <source>Fit to the data	0</source>
        <translation>An die Daten anpassen	0</translation>
    </message>
    <message>
        <source>Copy as picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Save as PNG, SVG, CSV ...</source>
        <translation>Als PNG, SVG, CSV speichern ...</translation>
    </message>
    <message>
        <source>The name should end in .png, .svg or .csv</source>
        <translation>Der Name sollte auf .png, .svg oder .csv enden</translation>
    </message>
    <message>
        <source>%1 was not written: %2. Choose another name or folder.</source>
        <translation>%1 wurde nicht geschrieben: %2. Anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Table of all points (*.csv)</source>
        <translation>Tabelle aller Punkte (*.csv)</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PlotGrid</name>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Which plots are shown</source>
        <translation>Welche Diagramme gezeigt werden</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PredictionStrip</name>
    <message>
        <source>Latest predictions</source>
        <translation>Letzte Vorhersagen</translation>
    </message>
    <message>
        <source>after epoch %1, step %2</source>
        <translation>nach Epoche %1, Schritt %2</translation>
    </message>
    <message>
        <source>IoU %1</source>
        <translation>IoU %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s), %1</source>
        <translation>
            <numerusform>%n Bild, %1</numerusform>
            <numerusform>%n Bilder, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Image, truth and prediction of some validation samples appear here after each epoch.</source>
        <translation>Bild, Referenz und Vorhersage einiger Validierungsbilder erscheinen hier nach jeder Epoche.</translation>
    </message>
    <message>
        <source>latest predictions</source>
        <translation>Letzte Vorhersagen</translation>
    </message>
    <message>
        <source>: image | truth | prediction</source>
        <translation>: Bild | Referenz | Vorhersage</translation>
    </message>
    <message>
        <source>image | truth | prediction</source>
        <translation>Bild | Referenz | Vorhersage</translation>
    </message>
    <message>
        <source>Click to look at it closely.</source>
        <translation>Anklicken, um es genauer anzusehen.</translation>
    </message>
</context>
<context>
    <name>gapless::ui::PresetBar</name>
    <message>
        <source>Open settings…</source>
        <translation>Einstellungen öffnen…</translation>
    </message>
    <message>
        <source>Save settings…</source>
        <translation>Einstellungen speichern…</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Settings that go well together, and settings saved to a file, which gapless-cli takes with --config.</source>
        <translation>Einstellungen, die gut zusammenpassen, und in Dateien gespeicherte, die gapless-cli mit --config nimmt.</translation>
    </message>
    <message>
        <source>Preset: your own</source>
        <translation>Vorgabe: eigene</translation>
    </message>
    <message>
        <source>Preset: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>The settings could not be opened.</source>
        <translation>Die Einstellungen konnten nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>The settings could not be saved.</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Settings to open</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Settings (*.json);;All files (*)</source>
        <translation>Einstellungen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>File for the settings</source>
        <translation>Datei für die Einstellungen</translation>
    </message>
    <message>
        <source>Settings (*.json)</source>
        <translation>Einstellungen (*.json)</translation>
    </message>
</context>
<context>
    <name>gapless::ui::ProblemModel</name>
    <message>
        <source>Stops training</source>
        <translation>Verhindert das Training</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>whole set</source>
        <translation>ganzer Datensatz</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>What is wrong, what to do</source>
        <translation>Was nicht stimmt, was zu tun ist</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RecentFolders</name>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 ist nicht mehr da</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RecentMenu</name>
    <message>
        <source>Built-in sample</source>
        <translation>Eingebaute Beispieldaten</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Nothing has been opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Forgets these entries; the folders themselves stay as they are.</source>
        <translation>Vergisst diese Einträge; die Ordner selbst bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>%1 (not there any more)</source>
        <translation>%1 (nicht mehr da)</translation>
    </message>
    <message>
        <source>Generated pictures of four classes</source>
        <translation>Erzeugte Bilder mit vier Klassen</translation>
    </message>
    <message>
        <source>Images: %1
Masks: %2</source>
        <translation>Bilder: %1
Masken: %2</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunBar</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Open folders</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Choose the folders of images and masks</source>
        <translation>Die Ordner mit Bildern und Masken wählen</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispieldaten</translation>
    </message>
    <message>
        <source>Take the built-in sample: generated pictures of four classes</source>
        <translation>Die eingebauten Beispieldaten nehmen: erzeugte Bilder mit vier Klassen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Finish this step, write the checkpoint, end the run</source>
        <translation>Diesen Schritt beenden, den Checkpoint schreiben, den Lauf beenden</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
    <message>
        <source>Stop without saving</source>
        <translation>Stopp ohne Speichern</translation>
    </message>
    <message>
        <source>Finish this step and end the run; the last checkpoint written stays</source>
        <translation>Diesen Schritt und den Lauf beenden; der zuletzt geschriebene Checkpoint bleibt</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>Stopp und speichern</translation>
    </message>
    <message>
        <source>Save now</source>
        <translation>Jetzt speichern</translation>
    </message>
    <message>
        <source>Write the checkpoint “last” after this step, and go on</source>
        <translation>Nach diesem Schritt den Checkpoint „last“ schreiben und weitermachen</translation>
    </message>
    <message>
        <source>Starting ...</source>
        <translation>Startet ...</translation>
    </message>
    <message>
        <source>Checking ...</source>
        <translation>Prüft ...</translation>
    </message>
    <message>
        <source>Train with these settings (F5)</source>
        <translation>Mit diesen Einstellungen trainieren (F5)</translation>
    </message>
    <message>
        <source>Saved at %1</source>
        <translation>Gespeichert um %1</translation>
    </message>
    <message>
        <source>Checking the folders first ...</source>
        <translation>Erst werden die Ordner geprüft ...</translation>
    </message>
    <message>
        <source>Stopping ...</source>
        <translation>Stoppt ...</translation>
    </message>
    <message>
        <source>Saving ...</source>
        <translation>Speichert ...</translation>
    </message>
    <message>
        <source>Pausing ...</source>
        <translation>Hält an ...</translation>
    </message>
    <message>
        <source>Resuming ...</source>
        <translation>Geht weiter ...</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go on with the next step (F6)</source>
        <translation>Mit dem nächsten Schritt weitermachen (F6)</translation>
    </message>
    <message>
        <source>Pause after this step; the loader keeps its batches ready (F6)</source>
        <translation>Nach diesem Schritt anhalten; der Datenlader hält seine Batches bereit (F6)</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunComparison</name>
    <message>
        <source>against epochs</source>
        <translation>über Epochen</translation>
    </message>
    <message>
        <source>against steps</source>
        <translation>über Schritte</translation>
    </message>
    <message>
        <source>Epochs compare runs of different batch sizes, as each has seen the same images by then. Steps compare them update by update.</source>
        <translation>Über Epochen lassen sich Läufe mit verschiedener Batchgröße vergleichen, weil jeder bis dahin gleich viele Bilder gesehen hat. Über Schritte wird Aktualisierung für Aktualisierung verglichen.</translation>
    </message>
    <message>
        <source>Axis of the curves</source>
        <translation>Achse der Kurven</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Curves of the ticked runs</source>
        <translation>Kurven der angekreuzten Läufe</translation>
    </message>
    <message>
        <source>%1 (line: training, dots: validation)</source>
        <translation>%1 (Linie: Training, Punkte: Validierung)</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Tick runs in the list: their losses are drawn here.</source>
        <translation>Läufe in der Liste ankreuzen: Hier werden ihre Verluste gezeichnet.</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>mean IoU</source>
        <translation>mittlere IoU</translation>
    </message>
    <message>
        <source>Tick runs in the list: their validation scores are drawn here.</source>
        <translation>Läufe in der Liste ankreuzen: Hier wird ihre Güte bei der Validierung gezeichnet.</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>%1 Training</translation>
    </message>
    <message>
        <source>%1 validation</source>
        <translation>%1 Validierung</translation>
    </message>
    <message>
        <source>Differing settings</source>
        <translation>Verschiedene Einstellungen</translation>
    </message>
    <message>
        <source>Tick two runs or more: the settings in which they differ are listed here.</source>
        <translation>Zwei oder mehr Läufe ankreuzen: Hier stehen dann die Einstellungen, in denen sie sich unterscheiden.</translation>
    </message>
    <message>
        <source>The ticked runs have the same settings.</source>
        <translation>Die angekreuzten Läufe haben dieselben Einstellungen.</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunDifferenceModel</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunListModel</name>
    <message>
        <source>compared as %1</source>
        <translation>verglichen als %1</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>mean IoU from %1 to %2</source>
        <translation>mittlere IoU von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>heute, %1</translation>
    </message>
    <message>
        <source>yesterday, %1</source>
        <translation>gestern, %1</translation>
    </message>
    <message>
        <source>Tick up to %1 runs to see their curves and settings side by side.</source>
        <translation>Bis zu %1 Läufe ankreuzen, um ihre Kurven und Einstellungen nebeneinander zu sehen.</translation>
    </message>
    <message>
        <source>Click to sort by this column, click again to turn the order round.</source>
        <translation>Klicken, um nach dieser Spalte zu sortieren; noch einmal klicken, um die Reihenfolge umzukehren.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Best score</source>
        <translation>Bester Wert</translation>
    </message>
    <message>
        <source>Mean IoU</source>
        <translation>Mittlere IoU</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunStarter</name>
    <message>
        <source>A run is going on.</source>
        <translation>Ein Lauf ist im Gang.</translation>
    </message>
    <message>
        <source>Choose a folder of images and a folder of masks, or take the built-in sample.</source>
        <translation>Einen Ordner mit Bildern und einen mit Masken wählen oder die Beispieldaten nehmen.</translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) need attention: they are marked on the left.</source>
        <translation>
            <numerusform>%n Einstellung ist zu prüfen: Sie ist links markiert.</numerusform>
            <numerusform>%n Einstellungen sind zu prüfen: Sie sind links markiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The data cannot be read: %1</source>
        <translation>Die Daten sind nicht lesbar: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) in the data stop training: the Data tab lists them.</source>
        <translation>
            <numerusform>%n Problem in den Daten verhindert das Training: Es steht unter „Daten“.</numerusform>
            <numerusform>%n Probleme in den Daten verhindern das Training: Sie stehen unter „Daten“.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunsPanel</name>
    <message>
        <source>%1 runs are compared at most: untick one of them first.</source>
        <translation>Höchstens %1 Läufe werden verglichen: erst bei einem das Kreuz entfernen.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Space compares a run, Enter opens its folder.</source>
        <translation>Die Leertaste nimmt einen Lauf in den Vergleich, Eingabe öffnet seinen Ordner.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Sort by: %1</source>
        <translation>Sortieren nach: %1</translation>
    </message>
    <message>
        <source>&amp;Add folder ...</source>
        <translation>Ordner &amp;hinzufügen ...</translation>
    </message>
    <message>
        <source>List the runs of another folder, too; the window remembers it.</source>
        <translation>Auch die Läufe eines anderen Ordners auflisten; das Fenster merkt ihn sich.</translation>
    </message>
    <message>
        <source>Remove &amp;folder</source>
        <translation>Ordner &amp;entfernen</translation>
    </message>
    <message>
        <source>Lists the runs of a folder that was added no more. Its files stay.</source>
        <translation>Listet die Läufe eines hinzugefügten Ordners nicht mehr auf. Seine Dateien bleiben.</translation>
    </message>
    <message>
        <source>R&amp;esume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Goes on from the last checkpoint to the planned end, as if the run had never been stopped.</source>
        <translation>Macht ab dem letzten Checkpoint bis zum geplanten Ende weiter, als wäre der Lauf nie angehalten worden.</translation>
    </message>
    <message>
        <source>Train &amp;more</source>
        <translation>&amp;Weiter trainieren</translation>
    </message>
    <message>
        <source>Goes on from the last checkpoint for so many further epochs. The schedule of the learning rate is computed anew for the new end.</source>
        <translation>Macht ab dem letzten Checkpoint so viele weitere Epochen. Der Lernratenplan wird für das neue Ende neu berechnet.</translation>
    </message>
    <message>
        <source> epochs</source>
        <translation> Epochen</translation>
    </message>
    <message>
        <source>Further epochs</source>
        <translation>Weitere Epochen</translation>
    </message>
    <message>
        <source>How many epochs Train more adds to those that are done.</source>
        <translation>Wie viele Epochen „Weiter trainieren“ zu den erledigten hinzufügt.</translation>
    </message>
    <message>
        <source>&amp;Use these settings</source>
        <translation>Einstellungen &amp;übernehmen</translation>
    </message>
    <message>
        <source>Takes this run&apos;s settings into the panel on the left, for a new run in a folder of its own.</source>
        <translation>Übernimmt die Einstellungen dieses Laufs nach links, für einen neuen Lauf in einem eigenen Ordner.</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Shows the run&apos;s files: checkpoints, metrics, log and report (Enter).</source>
        <translation>Zeigt die Dateien des Laufs: Checkpoints, Messwerte, Protokoll und Bericht (Eingabe).</translation>
    </message>
    <message>
        <source>A run is going on: stop it, or wait for its end.</source>
        <translation>Ein Lauf ist im Gang: anhalten oder sein Ende abwarten.</translation>
    </message>
    <message>
        <source>Train more: up to epoch %1, without patience.</source>
        <translation>Weiter trainieren: bis Epoche %1, ohne Geduld.</translation>
    </message>
    <message>
        <source>Train more: up to epoch %1.</source>
        <translation>Weiter trainieren: bis Epoche %1.</translation>
    </message>
    <message>
        <source>Resume: from epoch %1 up to %2. %3</source>
        <translation>Fortsetzen: von Epoche %1 bis %2. %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), looked for in %1</source>
        <translation>
            <numerusform>%n Lauf, gesucht in %1</numerusform>
            <numerusform>%n Läufe, gesucht in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs appear here as soon as training has started, with their state, scores and curves; they are looked for in %1.</source>
        <translation>Läufe erscheinen hier, sobald das Training begonnen hat, mit Zustand, Güte und Kurven; gesucht wird in %1.</translation>
    </message>
    <message>
        <source>Looking for runs in %1 ...</source>
        <translation>Läufe werden in %1 gesucht ...</translation>
    </message>
    <message>
        <source>Folder of a run, or one that holds runs</source>
        <translation>Ordner eines Laufs, oder einer mit Läufen darin</translation>
    </message>
</context>
<context>
    <name>gapless::ui::SampleListModel</name>
    <message>
        <source>%1   IoU %2</source>
        <translation>%1   IoU %2</translation>
    </message>
</context>
<context>
    <name>gapless::ui::SchedulePlot</name>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>The learning rate over the run appears here.</source>
        <translation>Hier erscheint die Lernrate über den Lauf.</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>share of the run, %</source>
        <translation>Anteil des Laufs, %</translation>
    </message>
    <message>
        <source>What the present settings give. The warm-up is left out, since how many steps the run has is known once the data are checked.</source>
        <translation>Was die jetzigen Einstellungen ergeben. Das Aufwärmen fehlt, weil erst nach der Prüfung der Daten bekannt ist, wie viele Schritte der Lauf hat.</translation>
    </message>
    <message>
        <source>What the present settings give; while a run goes on, the line marks its step.</source>
        <translation>Was die jetzigen Einstellungen ergeben; während ein Lauf im Gang ist, zeigt die Linie seinen Schritt.</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>without the warm-up</source>
        <translation>ohne Aufwärmen</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>%1 % of the run</source>
        <translation>%1 % des Laufs</translation>
    </message>
</context>
<context>
    <name>gapless::ui::ScreenshotTour</name>
    <message>
        <source>%1 cannot be written</source>
        <translation>%1 kann nicht geschrieben werden</translation>
    </message>
</context>
<context>
    <name>gapless::ui::Section</name>
    <message>
        <source>Fold or unfold</source>
        <translation>Zu- oder aufklappen</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>needs attention</source>
        <translation>zu prüfen</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>zugeklappt</translation>
    </message>
</context>
<context>
    <name>gapless::ui::SettingsPanel</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>stop the run</source>
        <translation>Lauf beenden</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>auslassen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>Kreuzentropie</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Dice</translation>
    </message>
    <message>
        <source>CE + Dice</source>
        <translation>CE + Dice</translation>
    </message>
    <message>
        <source>polynomial</source>
        <translation>polynomisch</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation>ein Zyklus</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>crop only</source>
        <translation>nur Ausschnitt</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>weglassen</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Training in detail</source>
        <translation>Training im Einzelnen</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>alle Kerne</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>best and last only</source>
        <translation>nur bester und letzter</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message numerus="yes">
        <source>%1 of decoded pictures are kept, %n picture(s)</source>
        <translation>
            <numerusform>%1 dekodierte Bilddaten im Speicher, %n Bild</numerusform>
            <numerusform>%1 dekodierte Bilddaten im Speicher, %n Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed after step %1: the rate factor from the next step on, all else once the batches begun before are used up.</source>
        <translation>Geändert nach Schritt %1: der Lernratenfaktor ab dem nächsten Schritt, alles andere, sobald die vorher begonnenen Batches aufgebraucht sind.</translation>
    </message>
    <message>
        <source>The rate factor acts at once; augmentation, workers, prefetch depth and prefetch across epochs after the batches already begun; all else on the next run.</source>
        <translation>Der Lernratenfaktor wirkt sofort; Augmentierung, Leser, Vorausladetiefe und Vorausladen über Epochen nach den schon begonnenen Batches; alles andere beim nächsten Lauf.</translation>
    </message>
    <message>
        <source>Checking pair %1 of %2 ...</source>
        <translation>Paar %1 von %2 wird geprüft ...</translation>
    </message>
    <message>
        <source>Checking ...</source>
        <translation>Prüft ...</translation>
    </message>
    <message>
        <source>no folders yet</source>
        <translation>noch keine Ordner</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n input channel(s)</source>
        <translation>
            <numerusform>%1, %n Eingangskanal</numerusform>
            <numerusform>%1, %n Eingangskanäle</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1, %2 Parameter</translation>
    </message>
    <message>
        <source>%1 epochs, batch %2, crop %3 × %4, learning rate %5</source>
        <translation>%1 Epochen, Batch %2, Ausschnitt %3 × %4, Lernrate %5</translation>
    </message>
    <message>
        <source>weight decay %1, clipping %2, best by %3</source>
        <translation>Weight Decay %1, Begrenzung %2, Bestwert: %3</translation>
    </message>
    <message>
        <source>→ %1 of batches may lie ready</source>
        <translation>→ %1 an Batches können bereitliegen</translation>
    </message>
    <message>
        <source>%1, prefetch %2, %3 workers, %4 queued</source>
        <translation>%1, Vorausladen %2, %3 Leser, %4 bereit</translation>
    </message>
</context>
<context>
    <name>gapless::ui::StatusStrip</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Steps still to do at the present pace, with validation and checkpoints.</source>
        <translation>Noch ausstehende Schritte beim jetzigen Tempo, mit Validierung und Checkpoints.</translation>
    </message>
    <message>
        <source>Images per second over the last steps and their waits.</source>
        <translation>Bilder pro Sekunde über die letzten Schritte und ihre Wartezeiten.</translation>
    </message>
    <message>
        <source>Share of training time spent waiting for the loader, over the whole run.</source>
        <translation>Anteil der Trainingszeit, in der auf den Datenlader gewartet wurde, über den ganzen Lauf.</translation>
    </message>
    <message>
        <source>Memory of this process.</source>
        <translation>Speicher dieses Prozesses.</translation>
    </message>
    <message>
        <source>Starting ...</source>
        <translation>Startet ...</translation>
    </message>
    <message>
        <source>Pausing after this step ...</source>
        <translation>Hält nach diesem Schritt an ...</translation>
    </message>
    <message>
        <source>Resuming ...</source>
        <translation>Geht weiter ...</translation>
    </message>
    <message>
        <source>Stopping after this step ...</source>
        <translation>Stoppt nach diesem Schritt ...</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Preparing: reading the data, building the network ...</source>
        <translation>Vorbereitung: Daten werden gelesen, das Netz wird gebaut ...</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Stopping: writing the checkpoint ...</source>
        <translation>Stoppt: Der Checkpoint wird geschrieben ...</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>at least %1 left</source>
        <translation>noch mindestens %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>epoch %1 of %2, step %3 of %4</source>
        <translation>Epoche %1 von %2, Schritt %3 von %4</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>stall %1</source>
        <translation>Stillstand %1</translation>
    </message>
</context>
<context>
    <name>gapless::ui::TrainPanel</name>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>The loss of each step appears here once training has started.</source>
        <translation>Der Verlust jedes Schritts erscheint hier, sobald das Training begonnen hat.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>loss of the step</source>
        <translation>Verlust des Schritts</translation>
    </message>
    <message>
        <source>smoothed loss</source>
        <translation>geglätteter Verlust</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>Validierungsverlust</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>The validation score appears here after the first epoch.</source>
        <translation>Die Güte bei der Validierung erscheint hier nach der ersten Epoche.</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>mean Dice</source>
        <translation>mittlerer Dice</translation>
    </message>
    <message>
        <source>mean IoU</source>
        <translation>mittlere IoU</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Images per second, steps and waits together, appear here with the first steps.</source>
        <translation>Bilder pro Sekunde, Schritte und Wartezeiten zusammen, erscheinen hier mit den ersten Schritten.</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>The process&apos;s memory appears here with the first steps.</source>
        <translation>Der Speicher des Prozesses erscheint hier mit den ersten Schritten.</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>loader stall</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>The time that each step waited for its batch appears here with the first steps.</source>
        <translation>Die Zeit, die jeder Schritt auf seinen Batch gewartet hat, erscheint hier mit den ersten Schritten.</translation>
    </message>
    <message>
        <source>wait, ms</source>
        <translation>Wartezeit, ms</translation>
    </message>
    <message>
        <source>share, %</source>
        <translation>Anteil, %</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Vorrat</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>stall share</source>
        <translation>Stillstandsanteil</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>epoch boundary</source>
        <translation>Epochenwechsel</translation>
    </message>
    <message>
        <source>What the time between two epochs goes into appears here once the second epoch has begun.</source>
        <translation>Wofür die Zeit zwischen zwei Epochen gebraucht wird, erscheint hier, sobald die zweite Epoche begonnen hat.</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>The learning rate of each step appears here with the first steps.</source>
        <translation>Die Lernrate jedes Schritts erscheint hier mit den ersten Schritten.</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>The norm of each step&apos;s gradient appears here with the first steps.</source>
        <translation>Die Norm des Gradienten jedes Schritts erscheint hier mit den ersten Schritten.</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>clipped at</source>
        <translation>begrenzt auf</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Dice</translation>
    </message>
    <message>
        <source>best IoU %1 (epoch %2)</source>
        <translation>beste IoU %1 (Epoche %2)</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation>%1, Spitze %2</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>gapless::ui::WelcomePanel</name>
    <message>
        <source>Try the built-in sample</source>
        <translation>Eingebaute Beispieldaten ausprobieren</translation>
    </message>
    <message>
        <source>48 generated pictures of four classes: enough to see a network learn.</source>
        <translation>48 erzeugte Bilder mit vier Klassen: genug, um ein Netz lernen zu sehen.</translation>
    </message>
    <message>
        <source>Open your own folders</source>
        <translation>Eigene Ordner öffnen</translation>
    </message>
    <message>
        <source>A folder of images (PNG, JPEG, TIFF) and a folder of masks with the same names.</source>
        <translation>Ein Ordner mit Bildern (PNG, JPEG, TIFF) und einer mit gleichnamigen Masken.</translation>
    </message>
    <message>
        <source>Train a network that finds things in pictures</source>
        <translation>Ein Netz trainieren, das Dinge in Bildern findet</translation>
    </message>
    <message>
        <source>Give Gapless images and masks, press Start, and watch the network learn to draw the masks by itself. It shows every moment in which training waits for data.</source>
        <translation>Gapless bekommt Bilder und Masken, ein Druck auf Start, und das Netz lernt, die Masken selbst zu zeichnen. Jeder Moment, in dem das Training auf Daten wartet, ist zu sehen.</translation>
    </message>
    <message>
        <source>A folder can also be dropped anywhere on this window. Help (F1) explains the numbers.</source>
        <translation>Ein Ordner kann auch irgendwo auf diesem Fenster abgelegt werden. Die Hilfe (F1) erklärt die Zahlen.</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Making the sample ...</source>
        <translation>Beispieldaten werden erzeugt ...</translation>
    </message>
</context>
<context>
    <name>listed_run</name>
    <message>
        <source>It is being written, by this window or by another program.</source>
        <translation>Er wird gerade geschrieben, von diesem Fenster oder einem anderen Programm.</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>Er ist nicht lesbar.</translation>
    </message>
    <message>
        <source>It has no checkpoint to go on from.</source>
        <translation>Er hat keinen Checkpoint, ab dem es weitergehen kann.</translation>
    </message>
    <message>
        <source>Last validation: mean IoU %1, mean Dice %2</source>
        <translation>Letzte Validierung: mittlere IoU %1, mittlerer Dice %2</translation>
    </message>
    <message>
        <source>%1, loss %2</source>
        <translation>%1, Verlust %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Not readable: %1.</source>
        <translation>Nicht lesbar: %1.</translation>
    </message>
    <message>
        <source>Being written, by this window or by another program.</source>
        <translation>Wird gerade geschrieben, von diesem Fenster oder einem anderen Programm.</translation>
    </message>
    <message>
        <source>Ended early: the patience was over.</source>
        <translation>Vorzeitig beendet: Die Geduld war zu Ende.</translation>
    </message>
    <message>
        <source>All its epochs are done.</source>
        <translation>Alle seine Epochen sind erledigt.</translation>
    </message>
    <message>
        <source>Stopped by the user.</source>
        <translation>Vom Benutzer angehalten.</translation>
    </message>
    <message>
        <source>Failed: %1.</source>
        <translation>Fehlgeschlagen: %1.</translation>
    </message>
    <message>
        <source>Interrupted: it ended without a last word, as in a crash or a power cut.</source>
        <translation>Unterbrochen: Er endete ohne Abschluss, wie bei einem Absturz oder Stromausfall.</translation>
    </message>
    <message>
        <source>%1 steps in %2.</source>
        <translation>%1 Schritte in %2.</translation>
    </message>
    <message>
        <source>Once the cause is mended, Train more goes on from its last checkpoint.</source>
        <translation>Ist die Ursache behoben, macht „Weiter trainieren“ ab dem letzten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>Its patience was over.</source>
        <translation>Seine Geduld war zu Ende.</translation>
    </message>
    <message>
        <source>Its epochs are done.</source>
        <translation>Seine Epochen sind erledigt.</translation>
    </message>
    <message>
        <source>It has failed.</source>
        <translation>Er ist fehlgeschlagen.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Trains image-segmentation networks without letting the accelerator wait for data.</source>
        <translation>Trainiert Netze zur Bildsegmentierung, ohne den Beschleuniger auf Daten warten zu lassen.</translation>
    </message>
    <message>
        <source>Folder of images to open.</source>
        <translation>Ordner mit Bildern, der geöffnet wird.</translation>
    </message>
    <message>
        <source>Folder of their masks.</source>
        <translation>Ordner mit deren Masken.</translation>
    </message>
    <message>
        <source>Size of the window.</source>
        <translation>Größe des Fensters.</translation>
    </message>
    <message>
        <source>Open the window, paint it, and leave.</source>
        <translation>Das Fenster öffnen, zeichnen und beenden.</translation>
    </message>
    <message>
        <source>Run on the built-in sample, write pictures of the window, and leave.</source>
        <translation>Mit den Beispieldaten laufen, Bilder des Fensters schreiben und beenden.</translation>
    </message>
    <message>
        <source>unexpected argument: %1</source>
        <translation>unerwartetes Argument: %1</translation>
    </message>
    <message>
        <source>--images and --masks belong together</source>
        <translation>--images und --masks gehören zusammen</translation>
    </message>
    <message>
        <source>--window-size is width x height, such as 1280x720</source>
        <translation>--window-size ist Breite x Höhe, etwa 1280x720</translation>
    </message>
    <message>
        <source>Demonstration:</source>
        <translation>Vorführung:</translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>Quick look</source>
        <translation>Schneller Blick</translation>
    </message>
    <message>
        <source>A few epochs, to see whether the data and the classes are right.</source>
        <translation>Wenige Epochen, um zu sehen, ob Daten und Klassen stimmen.</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>A good start on any set.</source>
        <translation>Ein guter Anfang bei jedem Datensatz.</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>Gründlich</translation>
    </message>
    <message>
        <source>A deeper encoder, many epochs with averaged weights, and an end when validation no longer improves.</source>
        <translation>Ein tieferer Encoder, viele Epochen mit gemittelten Gewichten, und ein Ende, wenn die Validierung nicht mehr besser wird.</translation>
    </message>
</context>
<context>
    <name>program_facts</name>
    <message>
        <source>not told by the system</source>
        <translation>vom System nicht angegeben</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s) at a time</source>
        <translation>
            <numerusform>%1, %n Thread gleichzeitig</numerusform>
            <numerusform>%1, %n Threads gleichzeitig</numerusform>
        </translation>
    </message>
    <message>
        <source>none of those that speed training up</source>
        <translation>keine, die das Training beschleunigen</translation>
    </message>
    <message>
        <source>Gapless</source>
        <translation>Gapless</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>LibTorch</source>
        <translation>LibTorch</translation>
    </message>
    <message>
        <source>not in this build</source>
        <translation>nicht in diesem Programm</translation>
    </message>
    <message>
        <source>OpenCV</source>
        <translation>OpenCV</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Instruction sets</source>
        <translation>Befehlssätze</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Runs folder</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Einstellungsdatei</translation>
    </message>
</context>
<context>
    <name>value_format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>&lt; %1 ms</source>
        <translation>&lt; %1 ms</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>&lt; %1 %</source>
        <translation>&lt; %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 TB</source>
        <translation>%1 TB</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
</context>
</TS>
