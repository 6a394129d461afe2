package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The selection of completed requests to keep, as {@code /admin/settings} shows and takes it. */
final class RequestLogForm {
    private static final String THRESHOLD = "completed-threshold";
    private static final String LIMIT = "completed-limit";
    private static final String QUALIFIERS = "completed";
    private static final int UNKNOWN = 2031;
    private static final int WRONG = 2032;

    private final CompletedRequests completed;

    RequestLogForm(CompletedRequests completed) {
        this.completed = completed;
    }

    N1qlValue settings() {
        Settings settings = completed.settings();
        SequencedMap<String, N1qlValue> qualifiers = new LinkedHashMap<>();
        if (settings.aborted()) {
            qualifiers.put("aborted", N1qlValues.NULL);
        }
        qualifiers.put("threshold", N1qlValues.of(settings.thresholdMillis()));
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put(QUALIFIERS, N1qlValues.object(qualifiers));
        fields.put(LIMIT, N1qlValues.of(settings.limit()));
        fields.put(THRESHOLD, N1qlValues.of(settings.thresholdMillis()));
        return N1qlValues.object(fields);
    }

    /** Changes all of it or nothing; @throws N1qlException that names the fault. */
    void change(N1qlValue given) {
        if (!(given instanceof N1qlObject object)) {
            throw wrong("settings", given);
        }
        Settings settings = completed.settings();
        for (Map.Entry<String, N1qlValue> each : object.toMap().entrySet()) {
            settings = changed(settings, each.getKey(), each.getValue());
        }
        completed.change(settings);
    }

    private static Settings changed(Settings before, String name, N1qlValue value) {
        return switch (name) {
            case THRESHOLD -> new Settings(number(name, value), before.limit(), before.aborted());
            case LIMIT -> new Settings(before.thresholdMillis(), number(name, value), before.aborted());
            case QUALIFIERS -> {
                if (!(value instanceof N1qlObject qualifiers)) {
                    throw wrong(name, value);
                }
                Settings changed = before;
                for (Map.Entry<String, N1qlValue> each : qualifiers.toMap().entrySet()) {
                    changed = qualified(changed, each.getKey(), each.getValue());
                }
                yield changed;
            }
            default -> throw new N1qlException(UNKNOWN, "Unknown setting: " + name);
        };
    }

    private static Settings qualified(Settings before, String name, N1qlValue value) {
        return switch (name) {
            case "threshold" -> new Settings(number(name, value), before.limit(), before.aborted());
            case "aborted", "+aborted" -> new Settings(before.thresholdMillis(), before.limit(), true);
            case "-aborted" -> new Settings(before.thresholdMillis(), before.limit(), false);
            default -> throw new N1qlException(UNKNOWN, "Unknown setting: " + QUALIFIERS + "." + name);
        };
    }

    private static int number(String name, N1qlValue value) {
        if (value instanceof N1qlNumber number && number.isLong() && number.longValue() == (int) number.longValue()) {
            return (int) number.longValue();
        }
        throw wrong(name, value);
    }

    private static N1qlException wrong(String name, N1qlValue value) {
        return new N1qlException(WRONG, "Incorrect value '" + value + "' for setting: " + name);
    }
}
