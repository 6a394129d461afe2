package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.IndexDefinition;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How the engine reads what a face keeps in its own form. Safe for concurrent use. */
@FunctionalInterface
public interface FaceForms {
    /** The condition that a partial filter is. */
    Predicate<View> filter(byte[] partial);

    /** What an index with these options of the face sees of a document: all of it, unless the face says otherwise. */
    default UnaryOperator<View> lens(byte[] options) {
        return UnaryOperator.identity();
    }

    /** Finds the keys in an index whose order is the face's own; null where the engine's own order is meant. */
    default @Nullable KeySource keys(IndexDefinition index) {
        return null;
    }

    /**
     * What a tombstone keeps of a document: all the face's bytes, unless the face says otherwise. A pure function, for what
     * has expired is shown by it before it is destroyed.
     */
    default byte[] tombstone(Stamp stamp, Tombstone.Cause cause) {
        return stamp.face();
    }

    /** Finds the keys of a document in one index. A pure function. */
    @FunctionalInterface
    interface KeySource {
        /** @param modified when the document was written, in milliseconds since the epoch */
        Extraction keysOf(View document, long modified);

        /** As {@link #keysOf(View, long)}, for indexes over what is kept beside a document. */
        default Extraction keysOf(View document, Envelope envelope) {
            return keysOf(document, envelope.modified());
        }
    }

    /** What is kept beside a document's body. Valid during the call it is given to. */
    interface Envelope {
        DocumentKey key();

        /** When it was written, in milliseconds since the epoch. */
        long modified();

        Lifetime lifetime();

        /** The bytes of the face; not to be changed. */
        byte[] face();
    }
}
