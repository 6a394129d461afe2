package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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

    private final SequencedMap<String, N1qlValue> fields = new TreeMap<>();

    static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }

    void put(String name, N1qlValue value) {
        fields.put(name, value);
    }

    void put(String name, String text) {
        put(name, N1qlValues.of(text));
    }

    void put(String name, long number) {
        put(name, N1qlValues.of(number));
    }

    void putIfAny(String name, String text) {
        if (!text.isEmpty()) {
            put(name, text);
        }
    }

    N1qlValue value() {
        return N1qlValues.object(fields);
    }
}
