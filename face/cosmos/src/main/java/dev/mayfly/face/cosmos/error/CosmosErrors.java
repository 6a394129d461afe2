package dev.mayfly.face.cosmos.error;

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

/** The protocol's error for every error of the engine, and the ones that several parts of the face answer with. */
public final class CosmosErrors {
    private static final int OWNER_MISSING = 1003;
    private static final int WRONG_CONTAINER = 1024;
    private static final int RATE_LARGE = 3200;

    /** The substatus of a readable resource that cannot be written. */
    public static final int WRITE_FORBIDDEN = 3;

    private CosmosErrors() {}

    public static CosmosException of(EngineError error) {
        return switch (error) {
            case CollectionMissing _ -> ownerMissing();
            case CollectionExists _ -> exists();
            case DuplicateValue _ -> uniqueKeyViolated();
            case DocumentTooLarge _ -> tooLarge();
            case KeyTooLong _, TooManyKeys _, ParallelArrays _ ->
                CosmosException.badRequest("The item has values that cannot be indexed: too long or too many.");
            case IndexMissing _ -> internal("an index is missing");
            case UniqueAcrossShards _ ->
                CosmosException.badRequest("A unique key cannot be kept across partition key ranges.");
            case PropertyRuleRefused(String path, String reason) ->
                CosmosException.badRequest(
                        "The property '" + path + "' cannot have a lifetime of its own: " + reason + ".");
            case TooManyGraves _ ->
                new CosmosException(
                        429, 0, "TooManyRequests", "Too many changes of the time to live are still being carried out.");
            case TooManyWouldExpire refused ->
                new CosmosException(
                        403,
                        0,
                        "Forbidden",
                        "This would expire more than " + refused.limit() + " "
                                + refused.subject().words("items") + " of "
                                + refused.name().database() + "/"
                                + refused.name().collection()
                                + " at once, which the guard (ttl.guard.max-expire, or the"
                                + " container's own) refuses. Look with x-mayfly-dry-run: true first; to allow it send"
                                + " x-mayfly-max-expire: N");
            case TooManyConflicts _, TransactionConflict _, SnapshotLost _ ->
                new CosmosException(
                        449, 0, "RetryWith", "Conflicting request to resource has been attempted. Retry to avoid it.");
            case TransactionTooLarge _ -> tooLarge();
            case HistoryLost _ ->
                new CosmosException(
                        400, 0, "BadRequest", "The continuation is older than what the change feed still holds.");
            case StoreFull _ -> new CosmosException(507, 0, "InsufficientStorage", "No space is left on the disk.");
            case DocumentCorrupt _, StoreCorrupt _ -> internal("stored data is damaged");
            case StoreReadOnly _ ->
                new CosmosException(
                        503,
                        WRITE_FORBIDDEN,
                        "ServiceUnavailable",
                        "The store is read-only until the server is restarted.");
            case StoreUnavailable _ -> new CosmosException(503, 0, "ServiceUnavailable", "The store is not available.");
            case ClockOff(long ahead) ->
                new CosmosException(
                        503,
                        0,
                        "ServiceUnavailable",
                        "The clock of this server is " + Math.abs(ahead)
                                + " ms from that of its cluster, so no time to live can be counted.");
        };
    }

    /** The resource itself is not there. */
    public static CosmosException notFound() {
        return new CosmosException(404, 0, "NotFound", "Entity with the specified id does not exist in the system.");
    }

    /** Something above the resource is not there. */
    public static CosmosException ownerMissing() {
        return new CosmosException(404, OWNER_MISSING, "NotFound", "Owner resource does not exist");
    }

    public static CosmosException exists() {
        return new CosmosException(409, 0, "Conflict", "Entity with the specified id already exists in the system.");
    }

    public static CosmosException uniqueKeyViolated() {
        return new CosmosException(409, 0, "Conflict", "Unique index constraint violation.");
    }

    public static CosmosException preconditionFailed() {
        return new CosmosException(412, 0, "PreconditionFailed", "One of the specified pre-condition is not met");
    }

    /** An item or a request that is larger than two megabytes. */
    public static CosmosException tooLarge() {
        return new CosmosException(413, 0, "RequestEntityTooLarge", "Request size is too large");
    }

    /** A request that has run for as long as it may. */
    public static CosmosException timedOut() {
        return new CosmosException(
                408, 0, "RequestTimeout", "The operation did not complete within the allotted amount of time.");
    }

    /** A request that would hold more than it may, or for which there is no room now: then another try may do. */
    public static CosmosException outOfMemory(MemoryLimitExceeded exceeded) {
        return switch (exceeded.bound()) {
            case OPERATOR, REQUEST ->
                CosmosException.badRequest(
                        "The request needs more memory than the " + exceeded.limitBytes() + " bytes that one may use.");
            case ALL_REQUESTS ->
                new CosmosException(
                        429, 0, "TooManyRequests", "The requests under way need all the memory there is for them.");
        };
    }

    /** A request beyond the throughput of its container. */
    public static CosmosException tooManyRequests(long retryAfterMillis) {
        return new CosmosException(
                        429,
                        RATE_LARGE,
                        "TooManyRequests",
                        "The request rate is too large: the request units of the container are used up for now, so"
                                + " nothing was changed. Retry later, or provide more throughput.")
                .retryAfter(retryAfterMillis);
    }

    /** The client means a container that was deleted since. */
    public static CosmosException wrongContainer() {
        return new CosmosException(
                400,
                WRONG_CONTAINER,
                "BadRequest",
                "The container with this name has another resource id than the request intends: it was made anew.");
    }

    public static CosmosException internal(String words) {
        return new CosmosException(500, 0, "InternalServerError", words);
    }
}
