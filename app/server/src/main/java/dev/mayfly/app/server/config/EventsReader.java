package dev.mayfly.app.server.config;

import dev.mayfly.app.console.webhook.WebhookTargets;
import dev.mayfly.app.server.config.ServerConfig.EventsChoice;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.event.EventSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Reads what is said about events. */
final class EventsReader {
    private static final int NAME_PARTS = 3;

    private final SettingValues values;

    EventsReader(SettingValues values) {
        this.values = values;
    }

    EventsChoice read() {
        EventSettings kept = new EventSettings(
                values.duration(Setting.EVENTS_RETAIN),
                values.bytes(Setting.EVENTS_BYTES),
                documents(),
                !values.of(Setting.EVENTS_DOCUMENTS).text().equals("none"));
        boolean webhooks = values.oneOf(Setting.EVENTS_WEBHOOKS, Map.of("on", true, "off", false));
        if (webhooks && kept.isOff()) {
            values.mistake(Setting.EVENTS_WEBHOOKS, "no events are kept; set " + Setting.EVENTS_RETAIN.flag());
        }
        return new EventsChoice(kept, webhooks, targets());
    }

    private Predicate<CollectionName> documents() {
        String text = values.of(Setting.EVENTS_DOCUMENTS).text();
        return switch (text) {
            case "none", "asked" -> _ -> false;
            case "all" -> _ -> true;
            default -> names()::contains;
        };
    }

    private Set<CollectionName> names() {
        Set<CollectionName> names = new HashSet<>();
        for (String word : values.words(Setting.EVENTS_DOCUMENTS)) {
            String[] parts = word.split("/", NAME_PARTS);
            if (parts.length == NAME_PARTS) {
                names.add(new CollectionName(parts[0], parts[1], parts[2]));
            } else {
                values.mistake(
                        Setting.EVENTS_DOCUMENTS,
                        "\"" + word + "\" is neither none, asked, all, nor face/database/collection");
            }
        }
        return names;
    }

    private WebhookTargets targets() {
        try {
            return WebhookTargets.of(values.words(Setting.EVENTS_TARGETS));
        } catch (IllegalArgumentException wrong) {
            values.mistake(Setting.EVENTS_TARGETS, String.valueOf(wrong.getMessage()));
            return WebhookTargets.of(List.of());
        }
    }
}
