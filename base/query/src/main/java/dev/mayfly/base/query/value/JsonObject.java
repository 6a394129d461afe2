package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * An object: one inside JSON text, or one that an expression made. A language may derive further shapes of it, which
 * show more than what was stored.
 */
public abstract class JsonObject<V extends JsonValue> implements JsonValue {
    /** About what a field takes besides its name and its value. */
    private static final int FIELD_BYTES = 112;

    /** The number of fields that are copied without being counted: most copies are garbage at once. */
    private static final int FEW = 256;

    /** So much of a text is walked over in a step. */
    static final int WALKED_BYTES = 256;

    /** A walk over the fields; stands before the first. Owned by one thread. */
    public interface Fields<V> {
        boolean next();

        String name();

        V value();
    }

    /** Null of a built one. */
    private final @Nullable JsonView view;

    /** Empty of a stored one. */
    private final SequencedMap<String, V> built;

    private final @Nullable Weight weight;

    /** The map must not change. Refused when it consists of too many parts. */
    protected JsonObject(SequencedMap<String, V> fields, Dialect dialect) {
        this.view = null;
        this.built = fields;
        this.weight = Weight.of(fields.values(), ownBytes(fields), dialect);
    }

    /** A stored one. The bytes must not change. */
    protected JsonObject(JsonView view) {
        this.view = view;
        this.built = Collections.emptySortedMap();
        this.weight = null;
    }

    private static long ownBytes(SequencedMap<String, ?> fields) {
        long bytes = SMALL_BYTES;
        for (String name : fields.keySet()) {
            bytes += FIELD_BYTES + 2L * name.length();
        }
        return bytes;
    }

    /** The value that a field of a stored object shows. */
    protected abstract V read(JsonView field);

    /** The value of this name, or null when there is none. */
    protected final @Nullable V find(String name) {
        if (view == null) {
            return built.get(name);
        }
        JsonView field = view.field(name);
        // Access to a field by its name walks there each time, and over all of the text if there is none.
        int walked = (field == null ? view.until() : field.from()) - view.from();
        RequestGuard.current().steps(walked / WALKED_BYTES);
        return field == null ? null : read(field);
    }

    public Fields<V> fields() {
        return view == null ? new BuiltFields<>(built) : new StoredFields(view.fields());
    }

    /** Walks the fields to count them. */
    public final int size() {
        int count = 0;
        RequestGuard guard = RequestGuard.current();
        for (Fields<V> fields = fields(); fields.next(); ) {
            guard.step();
            count++;
        }
        if (view != null) {
            guard.steps((view.until() - view.from()) / WALKED_BYTES);
        }
        return count;
    }

    /**
     * Returns the fields by name, in their order: a copy, for callers that look up many. If two have one name, the
     * first counts.
     */
    public final SequencedMap<String, V> toMap() {
        SequencedMap<String, V> map = new LinkedHashMap<>();
        RequestGuard guard = RequestGuard.current();
        for (Fields<V> fields = fields(); fields.next(); ) {
            if (map.size() < FEW) {
                guard.step();
            } else {
                guard.charge(FIELD_BYTES);
            }
            map.putIfAbsent(fields.name(), fields.value());
        }
        return map;
    }

    @Override
    public final int weight() {
        return weight == null ? 1 : weight.parts();
    }

    @Override
    public final long memoryBytes() {
        return weight == null ? SMALL_BYTES : weight.memoryBytes();
    }

    @Override
    public void write(JsonSink out) {
        if (view != null) {
            out.stored(view);
            return;
        }
        char before = '{';
        for (Map.Entry<String, V> field : built.entrySet()) {
            out.put(before);
            out.string(field.getKey());
            out.put(':');
            field.getValue().write(out);
            before = ',';
        }
        if (before == '{') {
            out.put('{');
        }
        out.put('}');
    }

    /** Without regard to the order of the fields. */
    @Override
    public final boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof JsonObject<?> that)) {
            return false;
        }
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        boolean same = toMap().equals(that.toMap());
        guard.settle(mark, 0);
        return same;
    }

    @Override
    public final int hashCode() {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        int hash = toMap().hashCode();
        guard.settle(mark, 0);
        return hash;
    }

    private static final class BuiltFields<V> implements Fields<V> {
        private final Iterator<Map.Entry<String, V>> entries;
        private Map.@Nullable Entry<String, V> entry;

        BuiltFields(Map<String, V> fields) {
            this.entries = fields.entrySet().iterator();
        }

        @Override
        public boolean next() {
            boolean present = entries.hasNext();
            if (present) {
                entry = entries.next();
            }
            return present;
        }

        private Map.Entry<String, V> entry() {
            Map.Entry<String, V> current = entry;
            if (current == null) {
                throw new NoSuchElementException();
            }
            return current;
        }

        @Override
        public String name() {
            return entry().getKey();
        }

        @Override
        public V value() {
            return entry().getValue();
        }
    }

    private final class StoredFields implements Fields<V> {
        private final View.Fields stored;

        StoredFields(View.Fields stored) {
            this.stored = stored;
        }

        @Override
        public boolean next() {
            return stored.next();
        }

        @Override
        public String name() {
            return stored.name();
        }

        @Override
        public V value() {
            return read((JsonView) stored.value());
        }
    }
}
