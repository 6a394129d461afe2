package dev.mayfly.face.mongo;

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
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Mongo code and words of every engine error. The only class in this face that knows both. */
public final class MongoErrors {
    private static final List<EngineError> STORE_ERRORS = List.of(
            new StoreFull(), new StoreReadOnly(), new StoreCorrupt(), new StoreUnavailable(), new TooManyConflicts(1));

    private MongoErrors() {}

    public static CommandError of(EngineError error) {
        return new CommandError(codeOf(error), textOf(error));
    }

    /** A refusal of the query language carries its code itself. */
    public static CommandError of(QueryException refusal) {
        return new CommandError(refusal.code(), refusal.codeName(), String.valueOf(refusal.getMessage()));
    }

    /** Returns the error for a request that exceeds its memory limit, or for which no memory is left. */
    public static CommandError of(MemoryLimitExceeded exceeded) {
        QueryException refusal = QueryRefusals.memoryExceeded(exceeded);
        return of(refusal);
    }

    /** Returns the code for commands that have a message of their own for one of these codes. */
    public static MongoCode codeOf(EngineError error) {
        return switch (error) {
            case CollectionMissing _ -> MongoCode.NAMESPACE_NOT_FOUND;
            case CollectionExists _ -> MongoCode.NAMESPACE_EXISTS;
            case IndexMissing _ -> MongoCode.INDEX_NOT_FOUND;
            case ParallelArrays _ -> MongoCode.CANNOT_INDEX_PARALLEL_ARRAYS;
            case DocumentTooLarge _ -> MongoCode.BSON_OBJECT_TOO_LARGE;
            case KeyTooLong _, TooManyKeys _ -> MongoCode.CANNOT_BUILD_INDEX_KEYS;
            case DuplicateValue _ -> MongoCode.DUPLICATE_KEY;
            case UniqueAcrossShards _, PropertyRuleRefused _ -> MongoCode.CANNOT_CREATE_INDEX;
            case TooManyGraves _, TooManyWouldExpire _ -> MongoCode.OPERATION_FAILED;
            case TooManyConflicts _, TransactionConflict _ -> MongoCode.WRITE_CONFLICT;
            case SnapshotLost _ -> MongoCode.SNAPSHOT_UNAVAILABLE;
            case TransactionTooLarge _ -> MongoCode.TRANSACTION_TOO_LARGE;
            case DocumentCorrupt _, StoreCorrupt _ -> MongoCode.DATA_CORRUPTION_DETECTED;
            case HistoryLost _ -> MongoCode.CHANGE_STREAM_HISTORY_LOST;
            case StoreFull _ -> MongoCode.OUT_OF_DISK_SPACE;
            case StoreReadOnly _ -> MongoCode.USER_WRITES_BLOCKED;
            case StoreUnavailable _, ClockOff _ -> MongoCode.HOST_UNREACHABLE;
        };
    }

    /** Returns the engine's error for a code that says that the store, not the request, is at fault; null for others. */
    public static @Nullable EngineError ofStore(int code) {
        return STORE_ERRORS.stream()
                .filter(error -> codeOf(error).code() == code)
                .findFirst()
                .orElse(null);
    }

    /** The encoded value that two documents have, if that is why a unique index could not be built. */
    public static byte @Nullable [] duplicateValueOf(EngineError error) {
        return error instanceof DuplicateValue duplicate ? duplicate.value() : null;
    }

    /** Returns true if the collection has been dropped, which a cursor that goes on says in its own words. */
    public static boolean isOfDrop(EngineError error) {
        return error instanceof CollectionMissing;
    }

    /** Returns whether the error ends the transaction in which it occurs, whatever the statement. */
    public static boolean isOfTransaction(EngineError error) {
        return error instanceof TransactionConflict
                || error instanceof SnapshotLost
                || error instanceof TransactionTooLarge;
    }

    /** Returns whether a single document is damaged while others can still be read. */
    public static boolean isDamageOfOneDocument(EngineError error) {
        return error instanceof DocumentCorrupt;
    }

    private static String textOf(EngineError error) {
        return switch (error) {
            case CollectionMissing _ -> "ns does not exist";
            case CollectionExists _ -> "collection already exists";
            case IndexMissing(String index) -> "index not found with name [" + index + "]";
            case ParallelArrays(String first, String second) ->
                "cannot index parallel arrays [" + second + "] [" + first + "]";
            case DocumentTooLarge(long bytes, long limit) ->
                "object to insert too large. size in bytes: " + bytes + ", max size: " + limit;
            case KeyTooLong(long bytes, long limit) -> "key too large to index: " + bytes + " bytes, max " + limit;
            case TooManyKeys(String index, long limit) ->
                "too many keys in index " + index + " for one document: more than " + limit + " bytes";
            case DuplicateValue duplicate -> "E11000 duplicate key error index: " + duplicate.index();
            case UniqueAcrossShards(String index, int shards) ->
                "cannot create unique index " + index
                        + " with shard key pattern { _id: \"hashed\" }: the collection has " + shards + " shards";
            case PropertyRuleRefused(String path, String reason) ->
                "the property '" + path + "' cannot have a lifetime of its own: " + reason;
            case TooManyGraves(int limit) ->
                "more than " + limit + " changes of expiry wait for their documents to be destroyed";
            case TooManyWouldExpire refused ->
                "This would expire more than " + refused.limit() + " "
                        + refused.subject().words("documents") + " of "
                        + refused.name().database() + "."
                        + refused.name().collection() + " at once, which the guard (ttl.guard.max-expire, or the"
                        + " collection's own) refuses. Look with dryRun: true first; to allow it say maxExpire: N";
            case SnapshotLost _ ->
                "Unable to read from a snapshot due to pending collection catalog changes; please retry the operation.";
            case TransactionTooLarge(long limit) ->
                "Total size of all transaction operations must be less than " + limit + " bytes";
            case TooManyConflicts _, TransactionConflict _ ->
                "WriteConflict error: this operation conflicted with another operation."
                        + " Please retry your operation or multi-document transaction.";
            case DocumentCorrupt _, StoreCorrupt _ -> "stored data is damaged";
            case HistoryLost _ ->
                "Resume of change stream was not possible, as the resume point may no longer be in the oplog.";
            case StoreFull _ -> "no space left on the disk";
            case StoreReadOnly _ -> "the store is read-only until the server is restarted";
            case StoreUnavailable _ -> "the store is not available";
            case ClockOff(long ahead) ->
                "the clock of this server is " + Math.abs(ahead)
                        + " ms from that of its cluster, so no lifetime can be counted";
        };
    }
}
