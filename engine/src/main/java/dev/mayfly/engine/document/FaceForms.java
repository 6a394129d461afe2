package dev.mayfly.engine.document;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.FieldPath;
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

/** Reads, for the engine, what a face keeps in its own form. Safe for concurrent use. */
@FunctionalInterface
public interface FaceForms {
    /** The condition that a partial filter is. */
    Predicate<View> filter(byte[] partial);

    /**
     * Returns the shard of a key in a collection of this number of shards, from 0 on. By default all bytes of the key are
     * hashed; a face whose documents belong together by a part of their keys returns one shard for all of them. Never
     * changes for a key: it says where the document is stored.
     */
    default int shardOf(DocumentKey key, int shards) {
        return ShardRouting.byHash(key.bytes(), key.bytes().length, shards);
    }

    /**
     * Returns how the documents of one collection find their shards, where that follows from the face's options: as {@link
     * #shardOf} says by default. Asked whenever the collection is opened, so it goes by what never changes in them.
     */
    default KeyRouting routing(CollectionRecord record) {
        return this::shardOf;
    }

    /**
     * Returns the slot of a key, of this number of slots, from 0 on: the part of a collection whose changes are followed by
     * themselves. All of a slot lies in one shard. Never changes for a key.
     */
    default int slotOf(DocumentKey key, int slots) {
        return shardOf(key, slots);
    }

    /**
     * Returns true if documents that have the same value in this unique index always lie in one shard, so that the index
     * can be kept there.
     */
    default boolean isWithinShard(IndexDefinition index) {
        return false;
    }

    /** Returns the part of a document that an index with these options of the face sees: all of it by default. */
    default UnaryOperator<View> lens(byte[] options) {
        return UnaryOperator.identity();
    }

    /**
     * Returns the source of keys for an index whose order is the face's own; null where the engine's own order
     * applies.
     */
    default @Nullable KeySource keys(IndexDefinition index) {
        return null;
    }

    /**
     * Returns the instant at which a property is to die by what the face keeps beside the document, in milliseconds since the
     * epoch; no deadline where it says nothing of the property. A pure function.
     */
    default long propertyEnd(FieldPath property, Envelope envelope) {
        return Deadlines.NO_DEADLINE;
    }

    /**
     * Returns what a tombstone keeps of a document: all the face's bytes by default. A pure function, since an expired
     * document is shown by its tombstone before it is destroyed.
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
     * Returns the face's options of a collection whose policy is changed other than through the face; null if they are
     * incompatible with that policy. A pure function.
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

    /** The metadata stored beside a document's body. Valid only during the call it is passed to. */
    interface Envelope {
        DocumentKey key();

        /** The time of the write, in milliseconds since the epoch. */
        long modified();

        Lifetime lifetime();

        /** The bytes of the face; not to be changed. */
        byte[] face();
    }
}
