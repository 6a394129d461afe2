package dev.mayfly.engine;

import dev.mayfly.engine.change.Chronicler;
import java.time.Duration;
import java.util.Map;

/**
 * Whose history is kept, and for how long.
 *
 * @param chroniclers for each face whose history is kept, what says what to keep of a change
 */
public record HistorySettings(Map<String, Chronicler> chroniclers, Duration retention) {
    /** No history. */
    public static final HistorySettings NONE = new HistorySettings(Map.of(), Duration.ofHours(24));

    public HistorySettings {
        chroniclers = Map.copyOf(chroniclers);
    }

    public static HistorySettings of(String face, Chronicler chronicler, Duration retention) {
        return new HistorySettings(Map.of(face, chronicler), retention);
    }
}
