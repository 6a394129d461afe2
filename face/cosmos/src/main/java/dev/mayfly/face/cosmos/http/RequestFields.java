package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.transport.http.HttpFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields of one request, sorted once so that each is then found at its place. Hot. Immutable. */
public final class RequestFields {
    private final @Nullable String[] values = new String[RequestField.COUNT];

    RequestFields(HttpFields fields) {
        List<Map.Entry<String, String>> entries = fields.entries();
        for (int index = 0; index < entries.size(); index++) {
            RequestField field = RequestField.of(entries.get(index).getKey());
            if (field != null && values[field.ordinal()] == null) {
                values[field.ordinal()] = entries.get(index).getValue();
            }
        }
    }

    /** The first value, or null. */
    public @Nullable String get(RequestField field) {
        return values[field.ordinal()];
    }

    /** Returns true if the field is {@code true}, in any case. */
    public boolean isTrue(RequestField field) {
        return "true".equalsIgnoreCase(values[field.ordinal()]);
    }

    /** The value, or null when it is empty: several clients send empty fields for none. */
    public @Nullable String given(RequestField field) {
        String value = values[field.ordinal()];
        return value == null || value.isBlank() ? null : value;
    }
}
