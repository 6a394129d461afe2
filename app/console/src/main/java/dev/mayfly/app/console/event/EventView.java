package dev.mayfly.app.console.event;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.webhook.EventWords;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventKind;
import dev.mayfly.face.api.KeyReader;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event as clients receive it.
 *
 * @param token the token to continue after it
 * @param kind {@code expired}, {@code broughtBack} or {@code propertyExpired}
 * @param key as the face writes it in addresses
 * @param version of the document
 * @param reason {@code default}, {@code document}, {@code field}, {@code property} or {@code policy}
 * @param rule the name of the index that decided, or {@code default}, {@code lifetime}, {@code end}; the path of
 *     the property that died
 * @param document as JSON, if it was requested and is available
 */
record EventView(
        String token,
        String kind,
        String face,
        String database,
        String collection,
        String key,
        long version,
        String reason,
        @Nullable String rule,
        @Nullable InstantView deadline,
        @Nullable InstantView announcedAt,
        @JsonRawValue @Nullable String document) {
    static String word(EventKind kind) {
        return switch (kind) {
            case EXPIRED -> "expired";
            case BROUGHT_BACK -> "broughtBack";
            case PROPERTY_EXPIRED -> "propertyExpired";
        };
    }

    /** Builds the views of events. Safe for concurrent use. */
    record Maker(Engine engine, Map<String, KeyReader> keys) {
        /** @param documents whether the document is wanted, too */
        EventView view(Event event, boolean documents) {
            CollectionName name = event.collection();
            boolean expired = event.kind() != EventKind.BROUGHT_BACK;
            return new EventView(
                    EventTokens.of(event.progress()),
                    word(event.kind()),
                    name.face(),
                    name.database(),
                    name.collection(),
                    key(event),
                    event.version(),
                    EventWords.of(event.reason()),
                    event.rule().isEmpty() ? null : event.rule(),
                    expired ? InstantView.of(event.deadline()) : null,
                    InstantView.of(event.announcedAt()),
                    documents ? document(event) : null);
        }

        private String key(Event event) {
            KeyReader reader = keys.get(event.collection().face());
            return reader == null ? HexFormat.of().formatHex(event.key().bytes()) : reader.write(event.key());
        }

        private @Nullable String document(Event event) {
            Collection collection = engine.find(event.collection());
            if (collection == null) {
                return null;
            }
            byte[] body = collection.hiddenDocuments().documentOf(event);
            return body == null ? null : DocumentLine.json(collection.record().format(), body);
        }
    }
}
