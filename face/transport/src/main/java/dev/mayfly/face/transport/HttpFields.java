package dev.mayfly.face.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields of a message in their order; names are compared without case. Immutable. */
public final class HttpFields {
    public static final HttpFields NONE = new HttpFields(List.of());

    /** A message has about fifteen fields: walking them is as fast as any map and costs nothing to build. */
    private final List<Map.Entry<String, String>> entries;

    private HttpFields(List<Map.Entry<String, String>> entries) {
        this.entries = entries;
    }

    public static HttpFields of(List<Map.Entry<String, String>> entries) {
        return entries.isEmpty() ? NONE : new HttpFields(List.copyOf(entries));
    }

    /** The first value under this name, or null. */
    public @Nullable String first(String name) {
        for (Map.Entry<String, String> entry : entries) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                return entry.getValue();
            }
        }
        return null;
    }

    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (Map.Entry<String, String> entry : entries) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                values.add(entry.getValue());
            }
        }
        return values;
    }

    /** With one more field; fields of the same name stay. */
    public HttpFields with(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(entries);
        more.add(Map.entry(name, value));
        return new HttpFields(List.copyOf(more));
    }

    public List<Map.Entry<String, String>> entries() {
        return entries;
    }

    @Override
    public String toString() {
        // Values may be credentials.
        return entries.stream().map(Map.Entry::getKey).toList().toString();
    }
}
