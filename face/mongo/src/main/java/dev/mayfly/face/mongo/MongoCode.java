package dev.mayfly.face.mongo;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The error codes that clients know, with the names they are sent under. */
public enum MongoCode {
    INTERNAL_ERROR(1, "InternalError"),
    BAD_VALUE(2, "BadValue"),
    NO_SUCH_KEY(4, "NoSuchKey"),
    HOST_UNREACHABLE(6, "HostUnreachable"),
    HOST_NOT_FOUND(7, "HostNotFound"),
    FAILED_TO_PARSE(9, "FailedToParse"),
    USER_NOT_FOUND(11, "UserNotFound"),
    UNAUTHORIZED(13, "Unauthorized"),
    TYPE_MISMATCH(14, "TypeMismatch"),
    OVERFLOW(15, "Overflow"),
    PROTOCOL_ERROR(17, "ProtocolError"),
    AUTHENTICATION_FAILED(18, "AuthenticationFailed"),
    ILLEGAL_OPERATION(20, "IllegalOperation"),
    INVALID_BSON(22, "InvalidBSON"),
    ALREADY_INITIALIZED(23, "AlreadyInitialized"),
    NAMESPACE_NOT_FOUND(26, "NamespaceNotFound"),
    LOCK_TIMEOUT(24, "LockTimeout"),
    INDEX_NOT_FOUND(27, "IndexNotFound"),
    PATH_NOT_VIABLE(28, "PathNotViable"),
    ROLE_NOT_FOUND(31, "RoleNotFound"),
    CANNOT_BACKFILL_ARRAY(33, "CannotBackfillArray"),
    CONFLICTING_UPDATE_OPERATORS(40, "ConflictingUpdateOperators"),
    CURSOR_NOT_FOUND(43, "CursorNotFound"),
    NO_MATCHING_DOCUMENT(47, "NoMatchingDocument"),
    NAMESPACE_EXISTS(48, "NamespaceExists"),
    MAX_TIME_MS_EXPIRED(50, "MaxTimeMSExpired"),
    DOLLAR_PREFIXED_FIELD_NAME(52, "DollarPrefixedFieldName"),
    INVALID_ID_FIELD(53, "InvalidIdField"),
    NOT_SINGLE_VALUE_FIELD(54, "NotSingleValueField"),
    EMPTY_FIELD_NAME(56, "EmptyFieldName"),
    COMMAND_NOT_FOUND(59, "CommandNotFound"),
    STALE_SHARD_VERSION(63, "StaleShardVersion"),
    WRITE_CONCERN_FAILED(64, "WriteConcernFailed"),
    IMMUTABLE_FIELD(66, "ImmutableField"),
    CANNOT_CREATE_INDEX(67, "CannotCreateIndex"),
    INVALID_OPTIONS(72, "InvalidOptions"),
    INDEX_ALREADY_EXISTS(68, "IndexAlreadyExists"),
    INVALID_NAMESPACE(73, "InvalidNamespace"),
    NO_REPLICATION_ENABLED(76, "NoReplicationEnabled"),
    UNKNOWN_REPL_WRITE_CONCERN(79, "UnknownReplWriteConcern"),
    SHARD_NOT_FOUND(70, "ShardNotFound"),
    INDEX_OPTIONS_CONFLICT(85, "IndexOptionsConflict"),
    INDEX_KEY_SPECS_CONFLICT(86, "IndexKeySpecsConflict"),
    NETWORK_TIMEOUT(89, "NetworkTimeout"),
    SHUTDOWN_IN_PROGRESS(91, "ShutdownInProgress"),
    NOT_SECONDARY(95, "NotSecondary"),
    OPERATION_FAILED(96, "OperationFailed"),
    UNSATISFIABLE_WRITE_CONCERN(100, "UnsatisfiableWriteConcern"),
    WRITE_CONFLICT(112, "WriteConflict"),
    COMMAND_NOT_SUPPORTED(115, "CommandNotSupported"),
    DOCUMENT_VALIDATION_FAILURE(121, "DocumentValidationFailure"),
    NOT_A_REPLICA_SET(123, "NotAReplicaSet"),
    FAIL_POINT_SET_FAILED(132, "FailPointSetFailed"),
    FAILED_TO_SATISFY_READ_PREFERENCE(133, "FailedToSatisfyReadPreference"),
    READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET(134, "ReadConcernMajorityNotAvailableYet"),
    CURSOR_IN_USE(143, "CursorInUse"),
    EXCEEDED_MEMORY_LIMIT(146, "ExceededMemoryLimit"),
    STALE_EPOCH(150, "StaleEpoch"),
    COMMAND_NOT_SUPPORTED_ON_VIEW(166, "CommandNotSupportedOnView"),
    OPTION_NOT_SUPPORTED_ON_VIEW(167, "OptionNotSupportedOnView"),
    INVALID_PIPELINE_OPERATOR(168, "InvalidPipelineOperator"),
    CANNOT_INDEX_PARALLEL_ARRAYS(171, "CannotIndexParallelArrays"),
    NO_SHARDING_ENABLED(203, "NoShardingEnabled"),
    KEY_NOT_FOUND(211, "KeyNotFound"),
    QUERY_PLAN_KILLED(175, "QueryPlanKilled"),
    AMBIGUOUS_INDEX_KEY_PATTERN(181, "AmbiguousIndexKeyPattern"),
    PRIMARY_STEPPED_DOWN(189, "PrimarySteppedDown"),
    INVALID_INDEX_SPECIFICATION_OPTION(197, "InvalidIndexSpecificationOption"),
    CANNOT_BUILD_INDEX_KEYS(201, "CannotBuildIndexKeys"),
    INCOMPLETE_TRANSACTION_HISTORY(217, "IncompleteTransactionHistory"),
    TRANSACTION_TOO_OLD(225, "TransactionTooOld"),
    RETRY_CHANGE_STREAM(234, "RetryChangeStream"),
    CURSOR_KILLED(237, "CursorKilled"),
    NOT_IMPLEMENTED(238, "NotImplemented"),
    SNAPSHOT_TOO_OLD(239, "SnapshotTooOld"),
    CONFLICTING_OPERATION_IN_PROGRESS(117, "ConflictingOperationInProgress"),
    COMMAND_FAILED(125, "CommandFailed"),
    SNAPSHOT_UNAVAILABLE(246, "SnapshotUnavailable"),
    NO_SUCH_TRANSACTION(251, "NoSuchTransaction"),
    TRANSACTION_COMMITTED(256, "TransactionCommitted"),
    TRANSACTION_TOO_LARGE(257, "TransactionTooLarge"),
    INVALID_RESUME_TOKEN(260, "InvalidResumeToken"),
    TOO_MANY_LOGICAL_SESSIONS(261, "TooManyLogicalSessions"),
    EXCEEDED_TIME_LIMIT(262, "ExceededTimeLimit"),
    OPERATION_NOT_SUPPORTED_IN_TRANSACTION(263, "OperationNotSupportedInTransaction"),
    STALE_CHUNK_HISTORY(265, "StaleChunkHistory"),
    PREPARED_TRANSACTION_IN_PROGRESS(267, "PreparedTransactionInProgress"),
    CHANGE_STREAM_FATAL_ERROR(280, "ChangeStreamFatalError"),
    CHANGE_STREAM_HISTORY_LOST(286, "ChangeStreamHistoryLost"),
    NO_QUERY_EXECUTION_PLANS(291, "NoQueryExecutionPlans"),
    DATA_CORRUPTION_DETECTED(295, "DataCorruptionDetected"),
    API_VERSION_ERROR(322, "APIVersionError"),
    API_STRICT_ERROR(323, "APIStrictError"),
    API_DEPRECATION_ERROR(324, "APIDeprecationError"),
    API_MISMATCH_ERROR(331, "APIMismatchError"),
    MECHANISM_UNAVAILABLE(334, "MechanismUnavailable"),
    UNSUPPORTED_OP_QUERY_COMMAND(352, "UnsupportedOpQueryCommand"),
    COLLECTION_UUID_MISMATCH(361, "CollectionUUIDMismatch"),
    USER_WRITES_BLOCKED(371, "UserWritesBlocked"),
    REAUTHENTICATION_REQUIRED(391, "ReauthenticationRequired"),
    SOCKET_EXCEPTION(9001, "SocketException"),
    NOT_WRITABLE_PRIMARY(10107, "NotWritablePrimary"),
    BSON_OBJECT_TOO_LARGE(10334, "BSONObjectTooLarge"),
    DUPLICATE_KEY(11000, "DuplicateKey"),
    INTERRUPTED_AT_SHUTDOWN(11600, "InterruptedAtShutdown"),
    INTERRUPTED(11601, "Interrupted"),
    INTERRUPTED_DUE_TO_REPLICA_STATE_CHANGE(11602, "InterruptedDueToReplStateChange"),
    STALE_CONFIG(13388, "StaleConfig"),
    NOT_PRIMARY_NO_SECONDARY_OK(13435, "NotPrimaryNoSecondaryOk"),
    NOT_PRIMARY_OR_SECONDARY(13436, "NotPrimaryOrSecondary"),
    OUT_OF_DISK_SPACE(14031, "OutOfDiskSpace"),
    DUPLICATE_FIELD(40413, "IDLDuplicateField"),
    MISSING_FIELD(40414, "IDLFailedToParse"),
    UNKNOWN_FIELD(40415, "IDLUnknownField"),
    MISSING_DATABASE(40571, "Location40571"),
    USER_EXISTS(51003, "Location51003");

    private static final Map<Integer, String> NAMES =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(MongoCode::code, MongoCode::wireName));

    private final int code;
    private final String wireName;

    MongoCode(int code, String wireName) {
        this.code = code;
        this.wireName = wireName;
    }

    /** The name of a code, as clients know it; {@code Location} and the number for those without one. */
    public static String nameOf(int code) {
        return NAMES.getOrDefault(code, "Location" + code);
    }

    public int code() {
        return code;
    }

    public String wireName() {
        return wireName;
    }
}
