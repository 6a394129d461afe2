package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;

/** A request as the catalog and the administration show it, under way; its fields are in the order of their names. */
final class RequestRow {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final SequencedMap<String, Value> fields = new TreeMap<>();

    static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }

    void put(String name, Value value) {
        fields.put(name, value);
    }

    void put(String name, String text) {
        put(name, Values.of(text));
    }

    void put(String name, long number) {
        put(name, Values.of(number));
    }

    void putIfAny(String name, String text) {
        if (!text.isEmpty()) {
            put(name, text);
        }
    }

    Value value() {
        return Values.object(fields);
    }
}
