package dev.mayfly.engine.change;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The faces whose history is kept, and for how long.
 *
 * @param chroniclers for each face whose history is kept, what says what to keep of a change
 * @param retention for how long that is kept
 * @param byCollection the same for faces each of whose collections says by itself whether and how long its changes are
 *     kept
 */
public record HistorySettings(
        Map<String, ChangeEncoder> chroniclers, Duration retention, Map<String, ChangeEncoder> byCollection) {
    /** No history. */
    public static final HistorySettings NONE = new HistorySettings(Map.of(), Duration.ofHours(24), Map.of());

    public HistorySettings {
        chroniclers = Map.copyOf(chroniclers);
        byCollection = Map.copyOf(byCollection);
    }

    public static HistorySettings of(String face, ChangeEncoder chronicler, Duration retention) {
        return new HistorySettings(Map.of(face, chronicler), retention, Map.of());
    }

    /** Returns these settings with another face, whose collections decide by themselves. */
    public HistorySettings andByCollection(String face, ChangeEncoder chronicler) {
        Map<String, ChangeEncoder> more = new HashMap<>(byCollection);
        more.put(face, chronicler);
        return new HistorySettings(chroniclers, retention, more);
    }
}
