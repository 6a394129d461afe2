package dev.mayfly.app.console.error;

import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineError.ClockOff;
import dev.mayfly.engine.error.EngineError.CollectionExists;
import dev.mayfly.engine.error.EngineError.CollectionMissing;
import dev.mayfly.engine.error.EngineError.DocumentCorrupt;
import dev.mayfly.engine.error.EngineError.DocumentTooLarge;
import dev.mayfly.engine.error.EngineError.DuplicateValue;
import dev.mayfly.engine.error.EngineError.HistoryLost;
import dev.mayfly.engine.error.EngineError.IndexMissing;
import dev.mayfly.engine.error.EngineError.KeyTooLong;
import dev.mayfly.engine.error.EngineError.ParallelArrays;
import dev.mayfly.engine.error.EngineError.PropertyRuleRefused;
import dev.mayfly.engine.error.EngineError.SnapshotLost;
import dev.mayfly.engine.error.EngineError.StoreCorrupt;
import dev.mayfly.engine.error.EngineError.StoreFull;
import dev.mayfly.engine.error.EngineError.StoreReadOnly;
import dev.mayfly.engine.error.EngineError.StoreUnavailable;
import dev.mayfly.engine.error.EngineError.TooManyConflicts;
import dev.mayfly.engine.error.EngineError.TooManyGraves;
import dev.mayfly.engine.error.EngineError.TooManyKeys;
import dev.mayfly.engine.error.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.error.EngineError.TransactionConflict;
import dev.mayfly.engine.error.EngineError.TransactionTooLarge;
import dev.mayfly.engine.error.EngineError.UniqueAcrossShards;
import dev.mayfly.face.api.FaceRefusal;

/** The HTTP answer to every engine error. The only class here that knows both. */
public final class AdminErrors {
    private AdminErrors() {}

    public static AdminException of(EngineError error) {
        return switch (error) {
            case CollectionMissing missing -> AdminException.notFound("there is no collection " + missing.name());
            case IndexMissing missing -> AdminException.notFound("there is no index " + missing.index());
            case CollectionExists exists -> AdminException.conflict("the collection " + exists.name() + " exists");
            case ParallelArrays arrays ->
                AdminException.conflict(
                        "the fields " + arrays.first() + " and " + arrays.second() + " both hold arrays");
            case DocumentTooLarge large ->
                AdminException.badRequest("the document has " + large.bytes() + " bytes of at most " + large.limit());
            case KeyTooLong key ->
                AdminException.badRequest("the key has " + key.bytes() + " bytes of at most " + key.limit());
            case TooManyKeys keys ->
                AdminException.badRequest(
                        "the document's keys in " + keys.index() + " have more than " + keys.limitBytes() + " bytes");
            case DuplicateValue duplicate ->
                AdminException.conflict("two documents have one value in " + duplicate.index());
            case UniqueAcrossShards unique ->
                AdminException.conflict("the index " + unique.index() + " cannot be unique: the collection has "
                        + unique.shards() + " shards");
            case PropertyRuleRefused refused ->
                AdminException.conflict(
                        "the property " + refused.path() + " cannot have a lifetime of its own: " + refused.reason());
            case TooManyGraves graves ->
                AdminException.conflict(graves.limit() + " changes of policy wait for the sweeper; let it run first");
            case TooManyWouldExpire refused ->
                new AdminException(
                        409,
                        "too_many_would_expire",
                        "this would expire more than " + refused.limit() + " "
                                + refused.subject().words("documents") + " of "
                                + CollectionNames.text(refused.name()) + " at once, which the guard refuses");
            case TooManyConflicts _ -> unavailable("others change the same documents again and again");
            case TransactionConflict _, SnapshotLost _ ->
                AdminException.conflict("others have changed what the transaction rests on");
            case TransactionTooLarge large ->
                AdminException.badRequest("the transaction writes more than " + large.limit() + " bytes");
            case DocumentCorrupt damaged ->
                new AdminException(
                        500,
                        "corrupt",
                        "a document of " + damaged.name()
                                + " is damaged; stop the server and run mayfly check DIR --repair");
            case StoreCorrupt(String file) ->
                new AdminException(
                        500,
                        "corrupt",
                        (file.isEmpty() ? "the store is damaged" : "the file " + file + " of the store is damaged")
                                + "; stop the server and run mayfly check DIR --repair");
            case HistoryLost _ -> AdminException.conflict("changes so long ago are not kept any more");
            case StoreFull _ -> new AdminException(507, "disk_full", "no space is left on the disk");
            case StoreReadOnly _ ->
                new AdminException(503, "read_only", "the store is read-only until the server is restarted");
            case StoreUnavailable _ -> unavailable("the store does not answer");
            case ClockOff(long ahead) ->
                unavailable("the clock of this server is " + Math.abs(ahead) + " ms from that of its cluster");
        };
    }

    /** The answer to what a face refuses. */
    public static AdminException of(FaceRefusal refusal) {
        return switch (refusal.reason()) {
            case INVALID -> AdminException.badRequest(refusal.text());
            case MISSING -> AdminException.notFound(refusal.text());
            case CONFLICT -> AdminException.conflict(refusal.text());
            case CHANGED -> new AdminException(409, "changed", refusal.text());
            case TIMEOUT -> new AdminException(408, "timeout", refusal.text());
            case BUSY -> unavailable(refusal.text());
        };
    }

    /** The answer to a request that would hold more than it may, or for which there is no room now. */
    public static AdminException of(MemoryLimitExceeded exceeded) {
        return switch (exceeded.bound()) {
            case OPERATOR, REQUEST ->
                new AdminException(
                        413,
                        "too_much_memory",
                        "the request needs more memory than the " + exceeded.limitBytes() + " bytes that one may use");
            case ALL_REQUESTS -> unavailable("the requests under way need all the memory there is for them");
        };
    }

    private static AdminException unavailable(String message) {
        return new AdminException(503, "unavailable", message);
    }
}
