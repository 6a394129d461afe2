package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Which requests are kept once they have ended, as {@code /admin/settings} shows and takes it. */
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

    Value settings() {
        Settings settings = completed.settings();
        SequencedMap<String, Value> qualifiers = new LinkedHashMap<>();
        if (settings.aborted()) {
            qualifiers.put("aborted", Values.NULL);
        }
        qualifiers.put("threshold", Values.of(settings.thresholdMillis()));
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put(QUALIFIERS, Values.object(qualifiers));
        fields.put(LIMIT, Values.of(settings.limit()));
        fields.put(THRESHOLD, Values.of(settings.thresholdMillis()));
        return Values.object(fields);
    }

    /** All of it or nothing; @throws QueryException that says what is wrong. */
    void change(Value given) {
        if (!(given instanceof ObjectValue object)) {
            throw wrong("settings", given);
        }
        Settings settings = completed.settings();
        for (Map.Entry<String, Value> each : object.toMap().entrySet()) {
            settings = changed(settings, each.getKey(), each.getValue());
        }
        completed.change(settings);
    }

    private static Settings changed(Settings before, String name, Value value) {
        return switch (name) {
            case THRESHOLD -> new Settings(number(name, value), before.limit(), before.aborted());
            case LIMIT -> new Settings(before.thresholdMillis(), number(name, value), before.aborted());
            case QUALIFIERS -> {
                if (!(value instanceof ObjectValue qualifiers)) {
                    throw wrong(name, value);
                }
                Settings changed = before;
                for (Map.Entry<String, Value> each : qualifiers.toMap().entrySet()) {
                    changed = qualified(changed, each.getKey(), each.getValue());
                }
                yield changed;
            }
            default -> throw new QueryException(UNKNOWN, "Unknown setting: " + name);
        };
    }

    private static Settings qualified(Settings before, String name, Value value) {
        return switch (name) {
            case "threshold" -> new Settings(number(name, value), before.limit(), before.aborted());
            case "aborted", "+aborted" -> new Settings(before.thresholdMillis(), before.limit(), true);
            case "-aborted" -> new Settings(before.thresholdMillis(), before.limit(), false);
            default -> throw new QueryException(UNKNOWN, "Unknown setting: " + QUALIFIERS + "." + name);
        };
    }

    private static int number(String name, Value value) {
        if (value instanceof NumberValue number && number.isLong() && number.longValue() == (int) number.longValue()) {
            return (int) number.longValue();
        }
        throw wrong(name, value);
    }

    private static QueryException wrong(String name, Value value) {
        return new QueryException(WRONG, "Incorrect value '" + value + "' for setting: " + name);
    }
}
