package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.LocalStatementLog;
import dev.mayfly.face.mongo.session.NumberedSession;
import dev.mayfly.face.mongo.session.SharedStatementLog;
import dev.mayfly.face.mongo.session.StatementLog;
import dev.mayfly.face.mongo.session.StatementReceipt;
import dev.mayfly.face.mongo.session.TransactionCounts;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** A write with a number, which is done once however often it is sent. */
public final class NumberedCommand {
    private static final int NOT_RETRYABLE = 50768;
    private static final Set<String> RETRYABLE = Set.of("insert", "update", "delete", "findAndModify", "bulkWrite");

    private final NumberedSession session;
    private final CommandContext context;
    private final long number;
    private final boolean isNew;
    private final IntUnaryOperator statementIds;
    private final Map<CollectionName, StatementLog> logs = new HashMap<>();

    private NumberedCommand(
            NumberedSession session,
            CommandContext context,
            long number,
            boolean isNew,
            IntUnaryOperator statementIds) {
        this.session = session;
        this.context = context;
        this.number = number;
        this.isNew = isNew;
        this.statementIds = statementIds;
    }

    /** Runs a command with a number, when its session has come to it. */
    public static Reply run(MongoCommand command, CommandRequest request, CommandContext context) {
        long number = number(request, context);
        if (!RETRYABLE.contains(command.name())) {
            throw new CommandError(
                    NOT_RETRYABLE,
                    "txnNumber may only be provided for multi-document transactions and retryable write commands."
                            + " autocommit:false was not provided, and " + command.name()
                            + " is not a retryable write command.");
        }
        NumberedSession session =
                context.services().sessions().numbered().of(context.session().orElseThrow());
        try (NumberedSession.Turn _ = begin(session)) {
            boolean isNew = session.advanceToWrite(number);
            NumberedCommand numbered = new NumberedCommand(session, context, number, isNew, statementIds(request));
            Reply reply = command.run(context.numbered(numbered), request);
            return numbered.tellingRepeats(
                    reply, context.services().sessions().numbered().counts());
        }
    }

    private static NumberedSession.Turn begin(NumberedSession session) {
        try {
            return session.begin();
        } catch (CommandError busy) {
            throw busy.labelled("RetryableWriteError");
        }
    }

    /** Returns whether a request may have to wait: for another request of its session, or for other servers. */
    public static boolean waits(CommandRequest request, MongoServices services, ConnectionState state) {
        if (!services.countsNumbers()) {
            return false;
        }
        BsonView session = request.body().field("txnNumber") == null
                ? null
                : request.body().field("lsid");
        if (session != null && services.isOneOfSeveral()) {
            // It waits for the store, and cannot begin again once the session has counted it.
            return true;
        }
        if (session == null || CommandRequest.typeOf(session) != BsonType.DOCUMENT) {
            return false;
        }
        try {
            return !services.sessions().numbered().isFree(SessionIds.read(session, state.userText()));
        } catch (CommandError _) {
            return false;
        }
    }

    /** Returns the number of a command, after checking that a session can assign it. */
    public static long number(CommandRequest request, CommandContext context) {
        BsonView number = request.required("txnNumber");
        if (CommandRequest.typeOf(number) != BsonType.INT64) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'OperationSessionInfo.txnNumber' is the wrong type '" + TypeNames.of(number.bsonType())
                            + "', expected type 'long'");
        }
        if (context.session().isEmpty()) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "Transaction number requires a session ID to also be specified");
        }
        if (number.longValue() < 0) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "Transaction number cannot be negative");
        }
        return number.longValue();
    }

    /** Statements are counted from zero, from a number, or have the numbers of a list. */
    private static IntUnaryOperator statementIds(CommandRequest request) {
        BsonArray ids = request.array("stmtIds")
                .map(list -> list.toBsonValue().asArray())
                .orElse(null);
        if (ids != null) {
            return index -> index < ids.size() && ids.get(index).isNumber()
                    ? ids.get(index).asNumber().intValue()
                    : index;
        }
        int first = (int) request.number("stmtId", 0);
        return index -> first + index;
    }

    /** Returns the log of this command for one collection, which is stored with the command's writes there. */
    StatementLog log(CollectionName name, @Nullable Collection collection) {
        return logs.computeIfAbsent(
                name,
                _ -> isShared()
                        ? new SharedStatementLog(
                                session.receiptId(),
                                statementIds,
                                number,
                                newer -> session.writeTooOld(number, newer),
                                () -> writable(name),
                                this::beginWrite)
                        : new LocalStatementLog(session.receiptId(), statementIds, kept(collection), this::beginWrite));
    }

    /** Returns true if the same command may be on its way through another server. */
    private boolean isShared() {
        return context.services().isOneOfSeveral();
    }

    /** Nothing is kept with a view. */
    private Optional<Collection> writable(CollectionName name) {
        return context.services().collections().isView(name.database(), name.collection())
                ? Optional.empty()
                : context.collections().find(name);
    }

    private void beginWrite(Collection collection) {
        if (context.services().failPoints().isAnySet()) {
            ProvokedFailure.beforeNumberedWrite(context.services(), context.state());
        }
        if (!isShared()) {
            session.keptWith(collection);
        }
    }

    private StatementReceipt kept(@Nullable Collection collection) {
        byte[] body = isNew || collection == null ? null : collection.receipts().last(session.receiptId());
        StatementReceipt kept = body == null ? null : StatementReceipt.fromBytes(body);
        return kept == null || kept.number() != number ? StatementReceipt.empty(number) : kept;
    }

    private Reply tellingRepeats(Reply reply, TransactionCounts counts) {
        List<Integer> repeated = logs.values().stream()
                .flatMap(log -> log.repeated().stream())
                .sorted()
                .toList();
        if (repeated.isEmpty()) {
            return reply;
        }
        counts.repeat(repeated.size());
        BsonArray ids = new BsonArray();
        repeated.forEach(id -> ids.add(new BsonInt32(id)));
        return reply.adding(fields -> fields.value("retriedStmtIds", ids));
    }
}
