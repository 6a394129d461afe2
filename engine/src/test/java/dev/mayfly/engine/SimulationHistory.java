package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.engine.change.ChangeScope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Follows the history of a simulation as somebody who keeps a copy: nothing may come that does not fit it. */
final class SimulationHistory {
    private static final Duration FOR_EVER = Duration.ofDays(100_000);

    private SimulationHistory() {}

    static HistorySettings settings() {
        return HistorySettings.of("test", (_, change) -> change.toString().getBytes(StandardCharsets.UTF_8), FOR_EVER);
    }

    /** The keys of what is there by the history; everything that is hidden must have been announced. */
    static Set<DocumentKey> replay(Engine engine) {
        Set<DocumentKey> present = new TreeSet<>((one, other) -> java.util.Arrays.compare(one.bytes(), other.bytes()));
        List<String> told = new ArrayList<>();
        ChangeScope scope = new ChangeScope("test", null, null);
        ChangePosition from = ChangePosition.at(engine.history().earliest("test"));
        try (ChangeCursor cursor = engine.history().follow(scope, from)) {
            for (ChangeEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
                DocumentKey key = entry.key();
                if (key == null) {
                    continue;
                }
                told.add(entry.kind() + " " + key + " at " + entry.at());
                boolean fits = switch (entry.kind()) {
                    case INSERTED, BROUGHT_BACK -> present.add(key);
                    case REPLACED, MODIFIED -> present.contains(key);
                    case REMOVED, EXPIRED -> present.remove(key);
                    case CREATED, DROPPED, RENAMED, DATABASE_DROPPED, TOLD -> false;
                };
                assertTrue(fits, () -> "the last of these does not fit:\n" + String.join("\n", told));
            }
        }
        return present;
    }

    static void compare(Engine engine, Set<DocumentKey> live) {
        assertEquals(live, replay(engine), "what is there by the history");
    }
}
