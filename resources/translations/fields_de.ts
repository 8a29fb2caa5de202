<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<!-- Names and descriptions of the settings: the texts of core/config/config_field_table.cpp. A test compares them. -->
<context>
    <name>config_fields</name>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Folder of the training images. Each image is paired with the mask of the same name.</source>
        <translation>Ordner mit den Trainingsbildern. Zu jedem Bild gehört die Maske mit demselben Namen.</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Folder of the masks, named as their images or with _mask at the end. Their values are the classes.</source>
        <translation>Ordner mit den Masken, benannt wie ihre Bilder oder mit _mask am Ende. Ihre Werte sind die Klassen.</translation>
    </message>
    <message>
        <source>Validation images</source>
        <translation>Validierungs­bilder</translation>
    </message>
    <message>
        <source>Folder of images that are only scored, never trained on. Left empty, part of the training folder is held out.</source>
        <translation>Ordner mit Bildern, die nur bewertet und nie trainiert werden. Bleibt er leer, wird ein Teil des Trainingsordners zurückgehalten.</translation>
    </message>
    <message>
        <source>Validation masks</source>
        <translation>Validierungs­masken</translation>
    </message>
    <message>
        <source>Folder of the masks of the validation images.</source>
        <translation>Ordner mit den Masken der Validierungsbilder.</translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation>Validierungs­anteil</translation>
    </message>
    <message>
        <source>Share of the pairs that is held out for validation, drawn with the seed. 0 trains on everything and gives no scores.</source>
        <translation>Anteil der Paare, der für die Validierung zurückgehalten wird, ausgelost mit dem Startwert. Mit 0 wird auf allem trainiert, und es gibt keine Bewertung.</translation>
    </message>
    <message>
        <source>Every N-th for validation</source>
        <translation>Jedes N-te zur Validierung</translation>
    </message>
    <message>
        <source>Holds out every N-th pair instead of a random share, which keeps the split the same for any seed. 0 holds out by share.</source>
        <translation>Hält jedes N-te Paar zurück statt eines zufälligen Anteils; so bleibt die Aufteilung bei jedem Startwert gleich. Mit 0 gilt der Anteil.</translation>
    </message>
    <message>
        <source>Ignore value</source>
        <translation>Ignorierwert</translation>
    </message>
    <message>
        <source>Mask value that counts neither in the loss nor in the scores. &quot;auto&quot; takes 255 unless the masks are {0, 255}; &quot;none&quot; makes every value a class. A colour is written as &quot;#ff00ff&quot;.</source>
        <translation>Maskenwert, der weder beim Verlust noch bei der Bewertung zählt. „auto“ nimmt 255, außer wenn die Masken nur {0, 255} enthalten; „none“ macht jeden Wert zur Klasse. Eine Farbe wird als „#ff00ff“ geschrieben.</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Höchstzahl</translation>
    </message>
    <message>
        <source>Trains on at most so many pairs and validates on at most as many, the first in order of name, for a quick try. 0 takes all of them.</source>
        <translation>Trainiert auf höchstens so vielen Paaren und validiert auf höchstens ebenso vielen, den ersten nach Namen, für einen schnellen Versuch. 0 nimmt alle.</translation>
    </message>
    <message>
        <source>Unreadable images</source>
        <translation>Unlesbare Bilder</translation>
    </message>
    <message>
        <source>What happens when an image or mask cannot be read during the run. stop ends the run and names the file; skip leaves the sample out, says so in the log and counts it.</source>
        <translation>Was geschieht, wenn ein Bild oder eine Maske während des Laufs nicht lesbar ist: den Lauf beenden und die Datei nennen, oder das Paar auslassen, im Protokoll vermerken und zählen.</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>How the network turns features into a mask. U-Net is a good start on any set.</source>
        <translation>Wie das Netz aus Merkmalen eine Maske macht. U-Net ist bei jedem Datensatz ein guter Anfang.</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <source>The network&apos;s feature extractor. Deeper ones cost more time and memory per step and can tell finer differences.</source>
        <translation>Der Teil des Netzes, der Merkmale gewinnt. Tiefere kosten je Schritt mehr Zeit und Speicher und können feinere Unterschiede erkennen.</translation>
    </message>
    <message>
        <source>Input channels</source>
        <translation>Eingangs­kanäle</translation>
    </message>
    <message>
        <source>Channels that the network sees. 3 reads every image as RGB, 1 as grey; any other number takes TIFF images with exactly so many samples a pixel, in the file&apos;s order.</source>
        <translation>Kanäle, die das Netz sieht. 3 liest jedes Bild als RGB, 1 als Graustufen; jede andere Zahl nimmt TIFF-Bilder mit genau so vielen Werten je Pixel, in der Reihenfolge der Datei.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>How often every sample is trained on. More take longer and score better until validation stops improving.</source>
        <translation>Wie oft mit jedem Bild trainiert wird. Mehr dauern länger und bringen bessere Werte, bis die Validierung nicht mehr besser wird.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Samples in one step. Larger batches take more memory and make smoother steps; halve it when memory runs out.</source>
        <translation>Bilder in einem Schritt. Größere Batches brauchen mehr Speicher und machen ruhigere Schritte; halbieren, wenn der Speicher nicht reicht.</translation>
    </message>
    <message>
        <source>Crop height</source>
        <translation>Ausschnitt, Höhe</translation>
    </message>
    <message>
        <source>Height of the random crop that is trained on, in pixels. Larger crops show more context and cost time and memory.</source>
        <translation>Höhe des zufälligen Ausschnitts, mit dem trainiert wird, in Pixeln. Größere zeigen mehr Umgebung und kosten Zeit und Speicher.</translation>
    </message>
    <message>
        <source>Crop width</source>
        <translation>Ausschnitt, Breite</translation>
    </message>
    <message>
        <source>Width of the random crop that is trained on, in pixels. Larger crops show more context and cost time and memory.</source>
        <translation>Breite des zufälligen Ausschnitts, mit dem trainiert wird, in Pixeln. Größere zeigen mehr Umgebung und kosten Zeit und Speicher.</translation>
    </message>
    <message>
        <source>Batches a step</source>
        <translation>Batches je Schritt</translation>
    </message>
    <message>
        <source>Batches whose gradients are added up for one step: the gradient of a batch so many times as large, in the memory of one. Norms still see single batches.</source>
        <translation>Batches, deren Gradienten für einen Schritt addiert werden: der Gradient eines entsprechend größeren Batches mit dem Speicher eines einzigen. Normierungsschichten sehen weiterhin einzelne Batches.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>What the training makes small. ce, cross-entropy, compares every labelled pixel; dice compares areas, so that small classes count as much as large ones; ce+dice is their sum and suits most sets.</source>
        <translation>Was das Training verkleinert. Kreuzentropie (ce) vergleicht jedes Pixel mit Klasse; Dice vergleicht Flächen, sodass kleine Klassen so viel zählen wie große; CE + Dice ist die Summe und passt zu den meisten Datensätzen.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>How gradients change the weights. sgd, with Nesterov momentum, wants a learning rate near 0.01; adam and adamw scale each weight&apos;s step by its gradient&apos;s size and want one near 0.0003.</source>
        <translation>Wie Gradienten die Gewichte ändern. SGD mit Nesterov-Momentum braucht eine Lernrate um 0.01; Adam und AdamW skalieren den Schritt jedes Gewichts mit der Größe seines Gradienten und brauchen eine um 0.0003.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Size of the first steps; the schedule lowers it. Too high and the loss jumps or becomes NaN, too low and it hardly falls.</source>
        <translation>Größe der ersten Schritte; der Lernratenplan senkt sie. Ist sie zu hoch, springt der Verlust oder wird NaN, ist sie zu niedrig, fällt er kaum.</translation>
    </message>
    <message>
        <source>Rate factor</source>
        <translation>Lernraten­faktor</translation>
    </message>
    <message>
        <source>Multiplies the learning rate of every step, whatever the schedule says, and can be changed while a run goes on. 0.1 is the usual remedy for a loss that jumps or no longer falls.</source>
        <translation>Multipliziert die Lernrate jedes Schritts, was auch immer der Plan sagt, und kann während eines Laufs geändert werden. 0.1 ist das übliche Mittel, wenn der Verlust springt oder nicht mehr fällt.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>How much of the last update goes into the next one (beta1 of adam and adamw). 0.9 suits nearly every set; lower it when the loss swings.</source>
        <translation>Wie viel von der letzten Änderung in die nächste eingeht (beta1 bei Adam und AdamW). 0.9 passt fast immer; senken, wenn der Verlust schwingt.</translation>
    </message>
    <message>
        <source>Beta2</source>
        <translation>Beta2</translation>
    </message>
    <message>
        <source>How slowly adam&apos;s and adamw&apos;s measure of each gradient&apos;s size changes. 0.999 suits nearly every set; sgd has no use for it.</source>
        <translation>Wie langsam sich bei Adam und AdamW das Maß für die Größe jedes Gradienten ändert. 0.999 passt fast immer; SGD braucht es nicht.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Pulls the weights towards 0 at each step. Raise it when validation is much worse than training.</source>
        <translation>Zieht die Gewichte bei jedem Schritt gegen 0. Erhöhen, wenn die Validierung viel schlechter ist als das Training.</translation>
    </message>
    <message>
        <source>Decay norms and biases</source>
        <translation>Auch auf Normen und Bias</translation>
    </message>
    <message>
        <source>Whether weight decay also pulls at biases and at the weights of norms. Off is common with adamw.</source>
        <translation>Ob Weight Decay auch auf Bias-Werte und auf die Gewichte von Normierungsschichten wirkt. Bei AdamW ist „aus“ üblich.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradienten­begrenzung</translation>
    </message>
    <message>
        <source>Largest norm of the gradient; longer ones are shortened to it, which tames bad batches. 0 switches it off.</source>
        <translation>Größte Norm des Gradienten; längere werden darauf gekürzt, was schlechte Batches zähmt. 0 schaltet es aus.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>How the learning rate moves over the run. poly multiplies it by (1 - step / steps) ^ 0.9; cosine falls as half a wave; onecycle rises from a 25th of it over the first 30 % and falls to nothing; constant leaves it.</source>
        <translation>Wie sich die Lernrate im Lauf ändert. Polynomisch: mal (1 - Schritt / Schritte) ^ 0.9; Kosinus: fällt als halbe Welle; ein Zyklus: steigt von einem 25stel über die ersten 30 % und fällt bis auf nichts; konstant: bleibt.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises linearly before the schedule begins. Tames the start of large learning rates; onecycle has its own.</source>
        <translation>Schritte, über die die Lernrate linear steigt, bevor der Plan beginnt. Zähmt den Anfang bei großen Lernraten; „ein Zyklus“ hat ein eigenes.</translation>
    </message>
    <message>
        <source>Weight average</source>
        <translation>Gewichtsmittel</translation>
    </message>
    <message>
        <source>Decay of an exponential moving average of the weights, such as 0.999; it scores better where the single steps are noisy. Takes the weights&apos; memory once more. 0 keeps none.</source>
        <translation>Abklingfaktor eines gleitenden Mittels der Gewichte, etwa 0.999; es ist besser, wo die einzelnen Schritte verrauscht sind. Braucht den Speicher der Gewichte noch einmal. 0 führt keines.</translation>
    </message>
    <message>
        <source>Score the average</source>
        <translation>Mittel bewerten</translation>
    </message>
    <message>
        <source>Whether the weight average, where one is kept, is what is validated, shown and saved as the model, or the weights of the last step are.</source>
        <translation>Ob das Gewichtsmittel, wo es eines gibt, validiert, gezeigt und als Modell gespeichert wird, oder die Gewichte des letzten Schritts.</translation>
    </message>
    <message>
        <source>Last batch</source>
        <translation>Letzter Batch</translation>
    </message>
    <message>
        <source>Whether an epoch&apos;s short last batch is trained on (keep) or left out (drop). Kept, every sample counts once an epoch.</source>
        <translation>Ob mit dem kürzeren letzten Batch einer Epoche trainiert wird (behalten) oder nicht (weglassen). Behalten zählt jedes Bild einmal je Epoche.</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Augmentierung</translation>
    </message>
    <message>
        <source>Random changes that make more out of few images. basic: scale 0.75-1.5, crop, left-right flip; none: a random crop only.</source>
        <translation>Zufällige Änderungen, die aus wenigen Bildern mehr machen. Einfach: Maßstab 0.75-1.5, Ausschnitt, Spiegelung links-rechts; sonst nur ein zufälliger Ausschnitt.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Bestwert nach</translation>
    </message>
    <message>
        <source>The score that decides which epoch&apos;s weights are kept as the best: mean_iou, mean_dice, pixel_accuracy, loss, or iou:NAME or dice:NAME of a class.</source>
        <translation>Der Wert, der entscheidet, welcher Epoche Gewichte als beste behalten werden: mean_iou, mean_dice, pixel_accuracy, loss, oder iou:NAME oder dice:NAME einer Klasse.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Ends the run after so many validations in a row whose score was no better than the best before. 0 never does.</source>
        <translation>Beendet den Lauf nach so vielen Validierungen in Folge, die nicht besser waren als die beste zuvor. 0: nie.</translation>
    </message>
    <message>
        <source>Minimum change</source>
        <translation>Mindest­änderung</translation>
    </message>
    <message>
        <source>By how much a score must be better than the best before for the patience to start anew.</source>
        <translation>Um wie viel ein Wert besser sein muss als der beste zuvor, damit die Geduld neu beginnt.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Start of all random draws: split, order, augmentation, initial weights. The same seed gives the same run.</source>
        <translation>Startwert aller Zufallszahlen: Aufteilung, Reihenfolge, Augmentierung, Anfangsgewichte. Derselbe Wert ergibt denselben Lauf.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>What computes the steps. auto takes the fastest one that works here.</source>
        <translation>Was die Schritte rechnet. „auto“ nimmt das schnellste, das hier geht.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Number format of the step. fp32 is exact and works everywhere.</source>
        <translation>Zahlenformat des Schritts. fp32 ist genau und geht überall.</translation>
    </message>
    <message>
        <source>Memory format</source>
        <translation>Speicherformat</translation>
    </message>
    <message>
        <source>How batches and weights lie in memory; results agree within rounding. Which one is faster depends on the machine: compare the images/s.</source>
        <translation>Wie Batches und Gewichte im Speicher liegen; die Ergebnisse sind bis auf Rundung gleich. Was schneller ist, hängt vom Rechner ab: die Bilder/s vergleichen.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Leser</translation>
    </message>
    <message>
        <source>Threads that read and prepare samples. Add some when the stall share is above 0, but not more than there are cores.</source>
        <translation>Threads, die Bilder lesen und vorbereiten. Mehr nehmen, wenn der Stillstandsanteil über 0 liegt, aber nicht mehr, als es Kerne gibt.</translation>
    </message>
    <message>
        <source>Prefetch depth</source>
        <translation>Vorauslade­tiefe</translation>
    </message>
    <message>
        <source>Finished batches that may lie ready. More bridge longer hiccups of the disk and take memory for each batch.</source>
        <translation>Fertige Batches, die bereitliegen dürfen. Mehr überbrücken längere Aussetzer der Platte und brauchen für jeden Batch Speicher.</translation>
    </message>
    <message>
        <source>Prefetch across epochs</source>
        <translation>Vorausladen über Epochen</translation>
    </message>
    <message>
        <source>Prepares the next epoch&apos;s batches while this one ends, validates and saves. Off makes the boundary gap of other tools visible.</source>
        <translation>Bereitet die Batches der nächsten Epoche vor, während diese endet, validiert und speichert. Ausgeschaltet wird die Lücke sichtbar, die andere Programme haben.</translation>
    </message>
    <message>
        <source>Keep pictures in memory</source>
        <translation>Bilder im Speicher halten</translation>
    </message>
    <message>
        <source>Keeps decoded pictures in memory from the first epoch on, so that later epochs neither read nor decode. Results are the same either way.</source>
        <translation>Hält dekodierte Bilder ab der ersten Epoche im Speicher, sodass spätere Epochen weder lesen noch dekodieren. Die Ergebnisse sind dieselben.</translation>
    </message>
    <message>
        <source>Memory for pictures</source>
        <translation>Speicher für Bilder</translation>
    </message>
    <message>
        <source>Most memory that kept pictures may take, in MiB. Pictures that do not fit are read again each epoch. 0 takes a quarter of what is free.</source>
        <translation>Speicher, den behaltene Bilder höchstens brauchen dürfen, in MiB. Was nicht hineinpasst, wird in jeder Epoche neu gelesen. 0 nimmt ein Viertel des freien Speichers.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Threads of the training step on the CPU. 0 takes one for each core; fewer leave room for other programs.</source>
        <translation>Threads des Trainingsschritts auf der CPU. 0 nimmt einen je Kern; weniger lassen Platz für andere Programme.</translation>
    </message>
    <message>
        <source>Run folder</source>
        <translation>Ordner des Laufs</translation>
    </message>
    <message>
        <source>Where configuration, metrics, checkpoints and report are written. It must not hold another run.</source>
        <translation>Wohin Einstellungen, Messwerte, Checkpoints und Bericht geschrieben werden. Darin darf kein anderer Lauf liegen.</translation>
    </message>
    <message>
        <source>Previews</source>
        <translation>Vorschauen</translation>
    </message>
    <message>
        <source>Validation samples whose predictions are shown while it learns. Each costs one prediction per epoch; 0 shows none.</source>
        <translation>Validierungsbilder, deren Vorhersagen während des Lernens gezeigt werden. Jedes kostet eine Vorhersage je Epoche; 0 zeigt keine.</translation>
    </message>
    <message>
        <source>Keep every</source>
        <translation>Behalten alle</translation>
    </message>
    <message>
        <source>Keeps a checkpoint of its own, epoch_NNNN.pt, every so many epochs; each takes the memory of weights and optimizer on the disk. 0 keeps the last and the best only.</source>
        <translation>Behält alle so viele Epochen einen eigenen Checkpoint, epoch_NNNN.pt; jeder braucht auf der Platte den Platz von Gewichten und Optimierer. 0 behält nur den letzten und den besten.</translation>
    </message>
    <message>
        <source>Save between epochs</source>
        <translation>Zwischen Epochen speichern</translation>
    </message>
    <message>
        <source>Seconds after which the last checkpoint is written again in the middle of an epoch, so that a crash costs no more than these. 0 writes it at the end of each epoch only.</source>
        <translation>Sekunden, nach denen der letzte Checkpoint mitten in einer Epoche neu geschrieben wird, sodass ein Absturz nicht mehr als diese kostet. 0 schreibt ihn nur am Ende jeder Epoche.</translation>
    </message>
</context>
</TS>
