package dev.mayfly.face.api;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.read.IndexWalk;
import org.jspecify.annotations.Nullable;

/**
 * The order of the documents of a collection by the values at one path, as their face sorts values. Used by one thread.
 *
 * @param places the places of documents in the order
 * @param walk over an index that meets every document that has a place, in this order; null if there is no such index
 */
public record FieldOrder(Places places, @Nullable IndexWalk walk) {
    /** Tells where a document stands in the order. */
    @FunctionalInterface
    public interface Places {
        /**
         * Returns bytes whose unsigned order is the order of the documents, or null for a document that has no value. The bytes
         * of one document are never the beginning of those of another.
         */
        byte @Nullable [] of(DocumentKey key, HiddenContent content);
    }

    /** Returns the value at a path through objects and through positions of arrays, or null if there is none. */
    public static @Nullable View value(View document, FieldPath path) {
        View at = document;
        for (String name : path.names()) {
            View next = at.type() == ValueType.ARRAY
                    ? element(at, FieldPath.positionOf(name))
                    : at.type() == ValueType.OBJECT ? at.field(name) : null;
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    private static @Nullable View element(View array, int position) {
        View.Fields elements = array.fields();
        for (int at = 0; position >= 0 && elements.next(); at++) {
            if (at == position) {
                return elements.value();
            }
        }
        return null;
    }
}
