package dev.mayfly.engine.error;

import dev.mayfly.engine.catalog.CollectionName;

/**
 * The reasons for which the engine refuses or fails an operation. Facts are fields; a face words them as its protocol
 * does.
 */
public sealed interface EngineError {
    /** Returns true if the same request may succeed a little later. */
    default boolean isRetryable() {
        return false;
    }

    record CollectionMissing(CollectionName name) implements EngineError {}

    record CollectionExists(CollectionName name) implements EngineError {}

    record IndexMissing(String index) implements EngineError {}

    /** Two fields of one index hold arrays in one document. */
    record ParallelArrays(String first, String second) implements EngineError {}

    /** The keys of one document in this index take more bytes than they may. */
    record TooManyKeys(String index, long limitBytes) implements EngineError {}

    record DocumentTooLarge(long bytes, long limit) implements EngineError {}

    record KeyTooLong(long bytes, long limit) implements EngineError {}

    /** A unique index cannot be built: these two documents have the same value. */
    record DuplicateValue(String index, byte[] value) implements EngineError {}

    /**
     * A unique index cannot be kept: documents of the same value may lie in different shards of the collection.
     *
     * @param shards how many the collection has
     */
    record UniqueAcrossShards(String index, int shards) implements EngineError {}

    /** A rule about a property cannot stand beside something else of the collection. */
    record PropertyRuleRefused(String path, String reason) implements EngineError {}

    /** Too many changes of policy are still waiting for their expired documents to be destroyed. */
    record TooManyGraves(int limit) implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }

    /**
     * A change of policy would hide more documents, and properties of documents that stay, at once than the guard allows.
     *
     * @param limit how many it may hide; counting stopped behind it
     * @param subject which of the two were counted by then
     */
    record TooManyWouldExpire(CollectionName name, long limit, Subject subject) implements EngineError {
        /** The things that were counted. */
        public enum Subject {
            DOCUMENTS,
            PROPERTIES,
            BOTH;

            /** @param documents the face's word for documents, such as {@code items} */
            public String words(String documents) {
                return switch (this) {
                    case DOCUMENTS -> documents;
                    case PROPERTIES -> "properties";
                    case BOTH -> documents + " and properties";
                };
            }
        }
    }

    /** Others changed the same documents again and again. */
    record TooManyConflicts(int attempts) implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }

    /** Another writer has changed what a transaction rests on, or is about to; the transaction can only be aborted. */
    record TransactionConflict() implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }

    /** A transaction cannot see this collection as of its instant, because the catalog has changed since. */
    record SnapshotLost(CollectionName name) implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }

    /** A transaction writes more than can be held until its end. */
    record TransactionTooLarge(long limit) implements EngineError {}

    /** The bytes of a document are not what was written. */
    record DocumentCorrupt(CollectionName name) implements EngineError {}

    /** Changes behind the position that a reader of the history asks for are not kept any more. */
    record HistoryLost() implements EngineError {}

    /** The disk is full; writes are accepted again when there is free space. */
    record StoreFull() implements EngineError {}

    /** A write or a sync has failed: nothing is written any more until the store is opened again. */
    record StoreReadOnly() implements EngineError {}

    /**
     * Stored bytes are not what was written.
     *
     * @param file the name of the file that holds them, or empty if that is not known
     */
    record StoreCorrupt(String file) implements EngineError {
        public StoreCorrupt() {
            this("");
        }
    }

    /**
     * A lifetime that counts from now cannot be counted: the clock of this server is wrong.
     *
     * @param aheadMillis how far it is ahead of the cluster's; negative if it is behind
     */
    record ClockOff(long aheadMillis) implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }

    record StoreUnavailable() implements EngineError {
        @Override
        public boolean isRetryable() {
            return true;
        }
    }
}
