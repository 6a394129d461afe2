package dev.mayfly.app.console;

import dev.mayfly.engine.EngineError;
import dev.mayfly.engine.EngineError.CollectionExists;
import dev.mayfly.engine.EngineError.CollectionMissing;
import dev.mayfly.engine.EngineError.DocumentCorrupt;
import dev.mayfly.engine.EngineError.DocumentTooLarge;
import dev.mayfly.engine.EngineError.DuplicateValue;
import dev.mayfly.engine.EngineError.HistoryLost;
import dev.mayfly.engine.EngineError.IndexMissing;
import dev.mayfly.engine.EngineError.KeyTooLong;
import dev.mayfly.engine.EngineError.ParallelArrays;
import dev.mayfly.engine.EngineError.SnapshotLost;
import dev.mayfly.engine.EngineError.StoreCorrupt;
import dev.mayfly.engine.EngineError.StoreFull;
import dev.mayfly.engine.EngineError.StoreReadOnly;
import dev.mayfly.engine.EngineError.StoreUnavailable;
import dev.mayfly.engine.EngineError.TooManyConflicts;
import dev.mayfly.engine.EngineError.TooManyGraves;
import dev.mayfly.engine.EngineError.TooManyKeys;
import dev.mayfly.engine.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.EngineError.TransactionConflict;
import dev.mayfly.engine.EngineError.TransactionTooLarge;

/** The HTTP answer to every engine error. The only class here that knows both. */
final class AdminErrors {
    private AdminErrors() {}

    static AdminException of(EngineError error) {
        return switch (error) {
            case CollectionMissing missing -> AdminException.notFound("there is no collection " + missing.name());
            case IndexMissing missing -> AdminException.notFound("there is no index " + missing.index());
            case CollectionExists exists -> AdminException.conflict("the collection " + exists.name() + " exists");
            case ParallelArrays arrays ->
                AdminException.conflict("the fields " + arrays.first() + " and " + arrays.second() + " both hold arrays");
            case DocumentTooLarge large ->
                AdminException.badRequest("the document has " + large.bytes() + " bytes of at most " + large.limit());
            case KeyTooLong key ->
                AdminException.badRequest("the key has " + key.bytes() + " bytes of at most " + key.limit());
            case TooManyKeys keys ->
                AdminException.badRequest(
                        "the document's keys in " + keys.index() + " have more than " + keys.limitBytes() + " bytes");
            case DuplicateValue duplicate -> AdminException.conflict("two documents have one value in " + duplicate.index());
            case TooManyGraves graves ->
                AdminException.conflict(graves.limit() + " changes of policy wait for the sweeper; let it run first");
            case TooManyWouldExpire refused ->
                new AdminException(409, "too_many_would_expire", refused.words());
            case TooManyConflicts _ -> unavailable("others change the same documents again and again");
            case TransactionConflict _, SnapshotLost _ -> AdminException.conflict("others have changed what the transaction rests on");
            case TransactionTooLarge large ->
                AdminException.badRequest("the transaction writes more than " + large.limit() + " bytes");
            case DocumentCorrupt damaged ->
                new AdminException(500, "corrupt", "a document of " + damaged.name() + " is damaged");
            case StoreCorrupt _ -> new AdminException(500, "corrupt", "the store is damaged");
            case HistoryLost _ -> AdminException.conflict("changes so long ago are not kept any more");
            case StoreFull _ -> unavailable("the disk is full");
            case StoreReadOnly _ -> unavailable("the store is read-only since a sync failed; restart the server");
            case StoreUnavailable _ -> unavailable("the store does not answer");
        };
    }

    private static AdminException unavailable(String message) {
        return new AdminException(503, "unavailable", message);
    }
}
