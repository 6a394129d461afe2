package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
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

    /**
     * A document with another lifetime, as its face would write it, told so that its clients see the same as the engine;
     * null where the face has no way to say such a lifetime. A pure function.
     */
    default Decision.@Nullable Put renewed(Renewal asked) {
        return new Decision.Put(asked.body(), asked.lifetime(), asked.stamp().face());
    }

    /**
     * The face's options of a collection whose policy is changed otherwise than through the face; null where they do not
     * go with that policy. A pure function.
     */
    default byte @Nullable [] options(CollectionRecord record, Policy policy) {
        return record.options();
    }

    /**
     * Asks for a document with another lifetime.
     *
     * @param stamp of the document as it is
     * @param body of it; not to be changed
     * @param now when it is written, in milliseconds since the epoch
     */
    record Renewal(CollectionRecord record, Stamp stamp, byte[] body, Lifetime lifetime, long now) {
        /** When a document with this lifetime is to die, in milliseconds since the epoch; no deadline for the others. */
        public long deadline() {
            return switch (lifetime) {
                case Lifetime.Until end -> end.epochMillis();
                case Lifetime.For span -> Deadlines.plus(now, Deadlines.secondsToMillis(span.seconds()));
                case Lifetime.Forever _, Lifetime.Inherit _ -> Deadlines.NO_DEADLINE;
            };
        }
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
