package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.change.ChangeCursor;
import dev.mayfly.engine.change.ChangeEncoder;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.engine.change.ChangeScope;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.change.HistorySettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Follows the history of a simulation as somebody who keeps a copy: nothing may come that does not fit it. */
final class SimulationHistory {
    private static final Duration FOR_EVER = Duration.ofDays(100_000);

    private SimulationHistory() {}

    /** None, that of a face, or one that its collections keep by themselves. */
    static HistorySettings settings(RandomGenerator random) {
        ChangeEncoder encoder = (_, change, _) -> change.toString().getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(4)) {
            case 0 -> HistorySettings.of("test", encoder, FOR_EVER);
            case 1 -> HistorySettings.NONE.andByCollection("test", encoder);
            default -> HistorySettings.NONE;
        };
    }

    /** The keys of what is there by the history; everything that is hidden must have been announced. */
    private static Set<DocumentKey> replay(Supplier<@Nullable ChangeEntry> changes) {
        Set<DocumentKey> present = new TreeSet<>((one, other) -> java.util.Arrays.compare(one.bytes(), other.bytes()));
        List<String> told = new ArrayList<>();
        long version = 0;
        for (ChangeEntry entry = changes.get(); entry != null; entry = changes.get()) {
            DocumentKey key = entry.key();
            if (key == null) {
                continue;
            }
            assertTrue(entry.version() == 0 || entry.version() >= version, "versions in order");
            version = entry.version();
            told.add(entry.kind() + " " + key + " at " + entry.at());
            boolean fits = switch (entry.kind()) {
                case INSERTED, BROUGHT_BACK -> present.add(key);
                case REPLACED, MODIFIED -> present.contains(key);
                case REMOVED, EXPIRED -> present.remove(key);
                case CREATED, DROPPED, RENAMED, DATABASE_DROPPED, TOLD -> false;
            };
            assertTrue(fits, () -> "the last of these does not fit:\n" + String.join("\n", told));
        }
        return present;
    }

    static void compare(Engine engine, Collection collection, Set<DocumentKey> live) {
        if (engine.history().isKept("test")) {
            ChangeScope scope = new ChangeScope("test", null, null);
            ChangePosition from = ChangePosition.at(engine.history().earliest("test"));
            try (ChangeCursor cursor = engine.history().follow(scope, from)) {
                assertEquals(live, replay(cursor::next), "what is there by the history");
            }
        } else if (ChangeCapture.keeping(
                        EngineFixture.committer(collection).state().changeCapture(), collection.reading())
                != null) {
            try (HistoryCursor cursor =
                    collection.writeOrder().history(collection.writeOrder().historyBegin())) {
                assertEquals(live, replay(cursor::next), "what is there by the collection's history");
            }
        }
    }
}
