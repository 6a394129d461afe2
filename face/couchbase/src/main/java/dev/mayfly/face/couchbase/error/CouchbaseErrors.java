package dev.mayfly.face.couchbase.error;

import dev.mayfly.engine.catalog.CollectionName;
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
import dev.mayfly.face.couchbase.wire.Status;

/** The answer of each service of this face to every engine error. The only class of the face that knows both. */
public final class CouchbaseErrors {
    private static final int BULK_GET = 12008;
    private static final int DML = 12009;
    private static final int KEYSPACE_MISSING = 12003;
    private static final int INDEX_MISSING = 12016;
    private static final int TRANSACTION_MEMORY = 17016;
    private static final int SERVICE_UNAVAILABLE = 1182;
    private static final int INTERNAL = 5000;

    private CouchbaseErrors() {}

    public static FailureAnswer of(EngineError error) {
        return switch (error) {
            case CollectionMissing(var name) ->
                answer(
                        error,
                        Status.UNKNOWN_COLLECTION,
                        KEYSPACE_MISSING,
                        404,
                        "Keyspace not found in CB datastore: default:" + name.database() + "." + name.collection());
            case CollectionExists _ -> answer(error, Status.EINTERNAL, INTERNAL, 400, "The collection exists already.");
            case IndexMissing _ -> answer(error, Status.EINTERNAL, INDEX_MISSING, 404, "The index was not found.");
            case DocumentTooLarge(long bytes, long limit) ->
                write(error, Status.E2BIG, 413, "the document has " + bytes + " bytes of at most " + limit);
            case KeyTooLong _, ParallelArrays _, TooManyKeys _ ->
                write(error, Status.EINVAL, 400, "the document has values that cannot be indexed");
            case DuplicateValue _ -> write(error, Status.EINTERNAL, 409, "two documents have the same unique value");
            case UniqueAcrossShards _ ->
                answer(error, Status.EINTERNAL, INTERNAL, 400, "A unique index cannot be kept across shards.");
            case PropertyRuleRefused(String path, String reason) ->
                answer(
                        error,
                        Status.EINVAL,
                        INTERNAL,
                        400,
                        "The property " + path + " cannot have a lifetime of its own: " + reason + ".");
            case TooManyGraves(int limit) ->
                answer(
                        error,
                        Status.ETMPFAIL,
                        INTERNAL,
                        503,
                        limit + " changes of expiry still wait for their documents to be destroyed.");
            case TooManyWouldExpire(CollectionName name, long limit, TooManyWouldExpire.Subject subject) ->
                answer(
                        error,
                        Status.EINTERNAL,
                        INTERNAL,
                        400,
                        "This would expire more than " + limit + " " + subject.words("documents") + " of "
                                + name.collection() + " at once, which the guard (ttl.guard.max-expire, or the"
                                + " collection's own) refuses. Whoever administers the server may raise it.");
            case TooManyConflicts _, TransactionConflict _, SnapshotLost _ ->
                write(error, Status.ETMPFAIL, 503, "others have changed the same documents");
            case TransactionTooLarge(long limit) ->
                answer(
                        error,
                        Status.ENOMEM,
                        TRANSACTION_MEMORY,
                        413,
                        "Transaction memory exceeded quota (" + limit + ")");
            case DocumentCorrupt _, StoreCorrupt _ ->
                answer(
                        error,
                        Status.EINTERNAL,
                        BULK_GET,
                        500,
                        "Error performing bulk get operation - cause: stored data is damaged");
            case HistoryLost _ ->
                answer(error, Status.EINTERNAL, INTERNAL, 410, "Changes so long ago are not kept any more.");
            case StoreFull _ -> write(error, Status.ENOMEM, 507, "no space is left on the disk");
            case StoreReadOnly _ ->
                write(error, Status.EINTERNAL, 503, "the store is read-only until the server is restarted");
            case StoreUnavailable _, ClockOff _ ->
                answer(error, Status.ETMPFAIL, SERVICE_UNAVAILABLE, 503, "Service cannot handle requests");
        };
    }

    private static FailureAnswer answer(EngineError error, Status status, int code, int http, String words) {
        return new FailureAnswer(status, code, http, words, error.isRetryable());
    }

    /** A write that the engine refuses; the query service has one number for all of these. */
    private static FailureAnswer write(EngineError error, Status status, int http, String why) {
        return answer(
                error, status, DML, http, "DML Error, possible causes include concurrent modification - cause: " + why);
    }
}
