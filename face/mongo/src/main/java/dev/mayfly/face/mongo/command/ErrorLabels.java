package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/**
 * The labels by which a replica set member tells drivers whether they may retry the write, the transaction or the
 * change stream after an error.
 */
public final class ErrorLabels {
    private static final String TRANSIENT = "TransientTransactionError";
    private static final String RETRYABLE_WRITE = "RetryableWriteError";
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final String NOT_RESUMABLE = "NonResumableChangeStreamError";

    /** Errors of a server that is going away or of the way to it. */
    private static final Set<Integer> RETRIABLE = codes(EnumSet.of(
            MongoCode.HOST_UNREACHABLE,
            MongoCode.HOST_NOT_FOUND,
            MongoCode.NETWORK_TIMEOUT,
            MongoCode.SHUTDOWN_IN_PROGRESS,
            MongoCode.READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET,
            MongoCode.PRIMARY_STEPPED_DOWN,
            MongoCode.EXCEEDED_TIME_LIMIT,
            MongoCode.SOCKET_EXCEPTION,
            MongoCode.NOT_WRITABLE_PRIMARY,
            MongoCode.INTERRUPTED_AT_SHUTDOWN,
            MongoCode.INTERRUPTED_DUE_TO_REPLICA_STATE_CHANGE,
            MongoCode.NOT_PRIMARY_NO_SECONDARY_OK,
            MongoCode.NOT_PRIMARY_OR_SECONDARY));

    private static final Set<Integer> OF_SNAPSHOTS = codes(
            EnumSet.of(MongoCode.SNAPSHOT_TOO_OLD, MongoCode.SNAPSHOT_UNAVAILABLE, MongoCode.STALE_CHUNK_HISTORY));

    private static final Set<Integer> CONFLICTS = codes(
            EnumSet.of(MongoCode.WRITE_CONFLICT, MongoCode.LOCK_TIMEOUT, MongoCode.PREPARED_TRANSACTION_IN_PROGRESS));

    /** The codes that are resumable for a change stream only, besides those that any request may be retried for. */
    private static final Set<Integer> OF_STREAMS = codes(EnumSet.of(
            MongoCode.STALE_SHARD_VERSION,
            MongoCode.STALE_EPOCH,
            MongoCode.STALE_CONFIG,
            MongoCode.RETRY_CHANGE_STREAM,
            MongoCode.FAILED_TO_SATISFY_READ_PREFERENCE));

    private static final Set<Integer> END_OF_STREAMS =
            codes(EnumSet.of(MongoCode.CHANGE_STREAM_FATAL_ERROR, MongoCode.CHANGE_STREAM_HISTORY_LOST));

    private final MongoCommand command;
    private final CommandRequest request;

    public ErrorLabels(MongoCommand command, CommandRequest request) {
        this.command = command;
        this.request = request;
    }

    private static Set<Integer> codes(Set<MongoCode> codes) {
        return codes.stream().map(MongoCode::code).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the error with its labels, unless its labels have already been decided. */
    public CommandError complete(CommandError error) {
        return error.isLabelled() ? error : error.labelled(of(error.code()));
    }

    /** The answer with the labels of its error, if it is one. */
    public Reply complete(Reply reply) {
        BsonView code = reply.isOk() ? null : reply.view().field("code");
        List<String> labels = code == null ? List.of() : of((int) code.longValue());
        return labels.isEmpty() || reply.view().field(CommandError.LABELS) != null
                ? reply
                : reply.adding(fields -> CommandError.append(labels, fields));
    }

    private List<String> of(int code) {
        List<String> labels = new ArrayList<>(1);
        boolean isRetriable = RETRIABLE.contains(code);
        if (request.has("autocommit") && isTransient(code, isRetriable)) {
            labels.add(TRANSIENT);
        }
        if (isRetriable && isNumberedWrite()) {
            labels.add(RETRYABLE_WRITE);
        }
        if ((isRetriable || OF_STREAMS.contains(code)) && followsChanges()) {
            labels.add(RESUMABLE);
        }
        if (END_OF_STREAMS.contains(code)) {
            labels.add(NOT_RESUMABLE);
        }
        return labels;
    }

    /** The labels of an answer that only a write concern is wrong with. */
    List<String> ofWriteConcern(int code) {
        return RETRIABLE.contains(code) && isNumberedWrite() ? List.of(RETRYABLE_WRITE) : List.of();
    }

    /**
     * Returns whether the whole transaction may be retried; its commit may have succeeded although the answer was lost.
     */
    private boolean isTransient(int code, boolean isRetriable) {
        return CONFLICTS.contains(code)
                || OF_SNAPSHOTS.contains(code)
                || code == MongoCode.NO_SUCH_TRANSACTION.code()
                || (isRetriable && !isEnd());
    }

    private boolean isEnd() {
        return CommandNames.endsTransaction(command);
    }

    private boolean isNumberedWrite() {
        return request.has("txnNumber") && (isEnd() || !request.has("autocommit"));
    }

    private boolean followsChanges() {
        return switch (command.name()) {
            case "aggregate" -> followsChanges(request.body());
            case "getMore" -> followsChanges(OperationContext.current().origin());
            default -> false;
        };
    }

    private static boolean followsChanges(@Nullable BsonView aggregate) {
        BsonView stages = aggregate == null ? null : aggregate.field("pipeline");
        if (stages == null || CommandRequest.typeOf(stages) != BsonType.ARRAY) {
            return false;
        }
        View.Fields elements = stages.fields();
        return elements.next()
                && elements.value() instanceof BsonView first
                && CommandRequest.typeOf(first) == BsonType.DOCUMENT
                && first.field("$changeStream") != null;
    }
}
