package dev.mayfly.face.couchbase.session;

import dev.mayfly.engine.EngineError;
import dev.mayfly.face.couchbase.wire.Status;

/** The status of every engine error. The only class of the key-value protocol that knows both. */
final class CouchbaseErrors {
    private CouchbaseErrors() {}

    static Status of(EngineError error) {
        return switch (error) {
            case EngineError.CollectionMissing _ -> Status.UNKNOWN_COLLECTION;
            case EngineError.DocumentTooLarge _ -> Status.E2BIG;
            case EngineError.KeyTooLong _, EngineError.ParallelArrays _, EngineError.TooManyKeys _ -> Status.EINVAL;
            case EngineError.TooManyConflicts _,
                    EngineError.TransactionConflict _,
                    EngineError.SnapshotLost _,
                    EngineError.StoreUnavailable _,
                    EngineError.TooManyGraves _ -> Status.ETMPFAIL;
            case EngineError.StoreFull _, EngineError.TransactionTooLarge _ -> Status.ENOMEM;
            case EngineError.CollectionExists _,
                    EngineError.IndexMissing _,
                    EngineError.DuplicateValue _,
                    EngineError.DocumentCorrupt _,
                    EngineError.HistoryLost _,
                    EngineError.TooManyWouldExpire _,
                    EngineError.StoreReadOnly _,
                    EngineError.StoreCorrupt _ -> Status.EINTERNAL;
        };
    }
}
