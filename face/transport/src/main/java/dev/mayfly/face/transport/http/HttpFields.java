package dev.mayfly.face.transport.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields of a message in their order; names are compared without case. Immutable. */
public final class HttpFields {
    private static final byte[] NOTHING = {};

    public static final HttpFields NONE = new HttpFields(List.of());

    /** A message has about fifteen fields: walking them is as fast as any map and costs nothing to build. */
    private final List<Map.Entry<String, String>> entries;

    /** The number of leading entries that many messages share. */
    private final int shared;

    private final byte[] sharedBytes;

    private HttpFields(List<Map.Entry<String, String>> entries) {
        this(entries, 0, NOTHING);
    }

    private HttpFields(List<Map.Entry<String, String>> entries, int shared, byte[] sharedBytes) {
        this.entries = entries;
        this.shared = shared;
        this.sharedBytes = sharedBytes;
    }

    public static HttpFields of(List<Map.Entry<String, String>> entries) {
        return entries.isEmpty() ? NONE : new HttpFields(List.copyOf(entries));
    }

    /** Fields that many messages share: they become bytes once, for all that are made {@link #followedBy} others. */
    public static HttpFields shared(List<Map.Entry<String, String>> entries) {
        List<Map.Entry<String, String>> kept = List.copyOf(entries);
        return new HttpFields(kept, kept.size(), HttpHead.encoded(kept));
    }

    /** These, and then others. */
    public HttpFields followedBy(List<Map.Entry<String, String>> others) {
        List<Map.Entry<String, String>> all = new ArrayList<>(entries.size() + others.size());
        all.addAll(entries);
        all.addAll(others);
        return new HttpFields(Collections.unmodifiableList(all), shared, sharedBytes);
    }

    /** The lines of those that are shared. */
    byte[] sharedBytes() {
        return sharedBytes;
    }

    /** Those that are not shared. */
    List<Map.Entry<String, String>> own() {
        return shared == 0 ? entries : entries.subList(shared, entries.size());
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

    /** Returns these fields with one more; existing fields of the same name stay. */
    public HttpFields with(String name, String value) {
        return followedBy(List.of(Map.entry(name, value)));
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
