package dev.mayfly.base.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the keys of a document in an index over every path and value. Immutable and safe for concurrent use. */
public final class WildcardExtractor {
    /*
     * A key is the dotted path as an encoded string, then the value. Positions in arrays are no part of a path: each
     * element is indexed at the path of its array, an object in an array by its fields. An array directly inside an
     * array is one value; so is an empty object; an empty array is undefined.
     */
    private final @Nullable FieldPath prefix;
    private final Set<FieldPath> included;
    private final Set<FieldPath> excluded;
    private final boolean coversAll;

    /**
     * @param prefix only what lies at or below it, or null for the whole document
     * @param included only what lies at or below one of these; empty for all
     * @param excluded nothing that lies at or below one of these
     */
    public WildcardExtractor(@Nullable FieldPath prefix, Set<FieldPath> included, Set<FieldPath> excluded) {
        this.prefix = prefix;
        this.included = Set.copyOf(included);
        this.excluded = Set.copyOf(excluded);
        this.coversAll = prefix == null && included.isEmpty() && excluded.isEmpty();
    }

    /** Returns true if values at this path are in the index. */
    public boolean covers(FieldPath path) {
        return (prefix == null || prefix.leadsTo(path))
                && (included.isEmpty() || anyLeadsTo(included, path))
                && !anyLeadsTo(excluded, path);
    }

    private static boolean anyLeadsTo(Set<FieldPath> paths, FieldPath path) {
        for (FieldPath each : paths) {
            if (each.leadsTo(path)) {
                return true;
            }
        }
        return false;
    }

    /** The beginning of every key of this path: what an equal value's encoding follows. */
    public static byte[] pathPrefix(FieldPath path) {
        return new KeyWriter().appendString(path.dotted()).toBytes();
    }

    /** @throws TooManyKeysException when long paths to many values multiply beyond all bounds */
    public Extraction extract(View document) {
        Walk walk = new Walk();
        walk.object(document, null);
        return new Extraction(new ArrayList<>(walk.keys), walk.multikey);
    }

    private final class Walk {
        private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        private final KeyWriter writer = new KeyWriter();
        private boolean multikey;
        private final KeyAllowance allowance = new KeyAllowance();

        void object(View object, @Nullable String path) {
            for (View.Fields fields = object.fields(); fields.next(); ) {
                String name = fields.name();
                value(fields.value(), path == null ? name : path + "." + name);
            }
        }

        private void value(View value, String path) {
            switch (value.type()) {
                case OBJECT -> nested(value, path);
                case ARRAY -> array(value, path);
                default -> emit(path, value);
            }
        }

        private void nested(View object, String path) {
            if (object.fields().next()) {
                object(object, path);
            } else {
                emit(path, object);
            }
        }

        private void array(View array, String path) {
            multikey = true;
            View.Fields elements = array.fields();
            boolean empty = true;
            while (elements.next()) {
                empty = false;
                View element = elements.value();
                if (element.type() == ValueType.OBJECT) {
                    nested(element, path);
                } else {
                    emit(path, element);
                }
            }
            if (empty) {
                emit(path, null);
            }
        }

        private void emit(String path, @Nullable View value) {
            if (!coversAll && !covers(FieldPath.of(path))) {
                return;
            }
            writer.reset().appendString(path);
            if (value == null) {
                writer.appendUndefined(false);
            } else {
                writer.append(value, false);
            }
            byte[] key = writer.toBytes();
            allowance.add(key.length);
            keys.add(key);
        }
    }
}
