package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.event.EventReason;
import dev.mayfly.engine.event.EventScope;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Collections and reasons as people write them. */
public final class EventWords {
    private static final int NAME_PARTS = 3;

    private EventWords() {}

    public static String of(EventReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads what people write; refuses what is nothing with {@link IllegalArgumentException}.
     *
     * @param collections each {@code face/database/collection}
     * @param reasons each some, with commas between
     */
    public static EventScope scope(List<String> collections, List<String> reasons) {
        Set<CollectionName> names = new HashSet<>();
        for (String text : collections) {
            String[] parts = text.split("/", NAME_PARTS);
            if (parts.length != NAME_PARTS) {
                throw new IllegalArgumentException("\"" + text + "\" is no face/database/collection");
            }
            names.add(new CollectionName(parts[0], parts[1], parts[2]));
        }
        Set<EventReason> wanted = new HashSet<>();
        for (String text : reasons) {
            for (String word : text.split(",", -1)) {
                wanted.add(reason(word.strip()));
            }
        }
        return new EventScope(names, wanted);
    }

    private static EventReason reason(String word) {
        for (EventReason reason : EventReason.values()) {
            if (of(reason).equals(word)) {
                return reason;
            }
        }
        throw new IllegalArgumentException("reason is one of default, document, field, property, policy");
    }
}
