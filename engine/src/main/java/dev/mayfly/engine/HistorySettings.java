package dev.mayfly.engine;

import dev.mayfly.engine.change.Chronicler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Whose history is kept, and for how long.
 *
 * @param chroniclers for each face whose history is kept, what says what to keep of a change
 * @param retention for how long that is kept
 * @param byCollection the same for faces each of whose collections says by itself whether and how long its changes are
 *     kept
 */
public record HistorySettings(
        Map<String, Chronicler> chroniclers, Duration retention, Map<String, Chronicler> byCollection) {
    /** No history. */
    public static final HistorySettings NONE = new HistorySettings(Map.of(), Duration.ofHours(24), Map.of());

    public HistorySettings {
        chroniclers = Map.copyOf(chroniclers);
        byCollection = Map.copyOf(byCollection);
    }

    public static HistorySettings of(String face, Chronicler chronicler, Duration retention) {
        return new HistorySettings(Map.of(face, chronicler), retention, Map.of());
    }

    /** The same with a face whose collections decide by themselves. */
    public HistorySettings andByCollection(String face, Chronicler chronicler) {
        Map<String, Chronicler> more = new HashMap<>(byCollection);
        more.put(face, chronicler);
        return new HistorySettings(chroniclers, retention, more);
    }
}
