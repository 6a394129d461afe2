package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.command.ApiVersion;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.NumberedCommand;
import dev.mayfly.face.mongo.command.ServerParameters;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.command.admin.DropCommand;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.session.NumberedSession;
import dev.mayfly.face.mongo.session.NumberedSessions;
import dev.mayfly.face.mongo.session.TransactionTerms;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonType;

/** A statement of a transaction, its commit, or its end without one. */
final class TransactionCommand {
    /*
     * Whatever goes wrong in a statement aborts the transaction, as in MongoDB.
     */
    private static final String UNKNOWN = "UnknownTransactionCommitResult";

    private static final String CREATE = "create";
    private static final String CREATE_INDEXES = "createIndexes";

    private static final Set<String> ALLOWED = Set.of(
            "find",
            "getMore",
            "killCursors",
            "aggregate",
            "distinct",
            "insert",
            "update",
            "delete",
            "findAndModify",
            CommandNames.BULK_WRITE,
            CREATE,
            CREATE_INDEXES,
            CommandNames.COMMIT,
            CommandNames.ABORT);

    private static final Set<String> LEVELS = Set.of("local", "majority", "snapshot");

    private final CommandContext context;
    private final NumberedSessions sessions;
    private final NumberedSession session;
    private final long number;

    private TransactionCommand(CommandContext context, long number) {
        this.context = context;
        this.sessions = context.services().sessions().numbered();
        this.session = sessions.of(context.session().orElseThrow());
        this.number = number;
    }

    static Reply run(MongoCommand command, CommandRequest request, CommandContext context) {
        long number = NumberedCommand.number(request, context);
        check(command, request);
        TransactionCommand work = new TransactionCommand(context, number);
        try (NumberedSession.Turn _ = work.session.begin()) {
            work.checkTerms(request);
            return switch (command.name()) {
                case CommandNames.COMMIT -> work.commit(request);
                case CommandNames.ABORT -> work.abort();
                default -> work.statement(command, request);
            };
        }
    }

    private static void check(MongoCommand command, CommandRequest request) {
        if (request.bool("autocommit", false)) {
            throw invalid("Specifying autocommit=true is not allowed.");
        }
        boolean isFirst = isFirst(request);
        boolean isEnd = CommandNames.endsTransaction(command);
        if (!ALLOWED.contains(command.name())) {
            throw TransactionLimits.notSupported(
                    "Cannot run '" + command.name() + "' in a multi-document transaction.");
        }
        if (isEnd && isFirst) {
            throw TransactionLimits.notSupported(
                    "Cannot run '" + command.name() + "' as the first statement of a transaction.");
        }
        if (isFirst && command.name().equals("killCursors")) {
            throw TransactionLimits.notSupported(
                    "Cannot run killCursors as the first operation in a multi-document transaction.");
        }
        if (!isEnd && !isBulkWrite(command, request)) {
            TransactionLimits.requireOpen(request.database());
            requireOfUsers(request);
        }
        if (!isEnd && request.has("writeConcern")) {
            throw invalid("writeConcern is not allowed within a multi-statement transaction");
        }
        BsonView concern = request.document("readConcern").orElse(null);
        if (concern != null && !isFirst) {
            throw invalid("Only the first command in a transaction may specify a readConcern");
        }
        BsonView level = concern == null ? null : concern.field("level");
        if (level != null && !LEVELS.contains(level.stringValue())) {
            throw invalid("The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to"
                    + " run in a transaction");
        }
    }

    /** Returns whether the command writes to other collections than the one that it names. */
    private static boolean isBulkWrite(MongoCommand command, CommandRequest request) {
        return command.name().equals(CommandNames.BULK_WRITE)
                || CommandNames.BULK_WRITE_RESULTS.equals(ShownOperation.text(request.body(), "collection"));
    }

    /** Refuses the server's own collections, which no snapshot holds. */
    private static void requireOfUsers(CommandRequest request) {
        String collection = CommandRequest.typeOf(request.argument()) == BsonType.STRING
                ? request.argument().stringValue()
                : "";
        if (collection.startsWith("system.")) {
            throw TransactionLimits.notSupported("Cannot run command against the '" + request.database() + "."
                    + collection + "' collection in a transaction.");
        }
    }

    private static boolean isFirst(CommandRequest request) {
        if (!request.has("startTransaction")) {
            return false;
        }
        if (!request.bool("startTransaction", false)) {
            throw invalid("Specifying startTransaction=false is not allowed.");
        }
        return true;
    }

    private Reply statement(MongoCommand command, CommandRequest request) {
        Transaction transaction = isFirst(request) ? start(request) : session.transaction(number, sessions.tickNanos());
        boolean isDone = false;
        try {
            TransactionTerms terms = Objects.requireNonNull(session.terms());
            checkConcern(command, terms);
            Reply reply =
                    command.run(context.in(new CommandContext.Statement(transaction, number, terms.made())), request);
            isDone = reply.isOk() && !hasFailures(reply);
            return reply;
        } catch (EngineException failure) {
            throw MongoErrors.of(failure.error());
        } catch (QueryException refusal) {
            throw MongoErrors.of(refusal);
        } finally {
            if (!isDone) {
                session.abortOpen();
            }
        }
    }

    private static boolean hasFailures(Reply reply) {
        BsonView failures = reply.view().field("nErrors");
        return reply.view().field("writeErrors") != null || (failures != null && failures.longValue() > 0);
    }

    /** A statement that goes on with a transaction relies on the same promise as the one that has begun it. */
    private void checkTerms(CommandRequest request) {
        TransactionTerms terms = session.terms();
        if (terms == null || isFirst(request) || !session.isAt(number)) {
            return;
        }
        if (!terms.api().equals(context.api())) {
            throw ApiVersion.mismatch(
                    terms.api(),
                    "the transaction's first command",
                    context.api(),
                    "the transaction-continuing command");
        }
    }

    /** The catalog is read as it is now, which would not fit the rest of a snapshot. */
    private static void checkConcern(MongoCommand command, TransactionTerms terms) {
        boolean makes = command.name().equals(CREATE) || command.name().equals(CREATE_INDEXES);
        if (makes && terms.isSnapshot()) {
            throw invalid("Command " + command.name() + " does not support this transaction's { readConcern: { level:"
                    + " \"snapshot\" } }");
        }
    }

    private Transaction start(CommandRequest request) {
        Engine engine = context.services().collections().engine();
        if (!engine.canBegin()) {
            throw TransactionLimits.notSupported(
                    "The store below cannot make the writes of a transaction visible together.");
        }
        long seconds = context.services()
                .parameters()
                .get(ServerParameters.TRANSACTION_LIFETIME_SECONDS)
                .value()
                .asNumber()
                .longValue();
        Transaction begun = session.start(
                number, engine::begin, terms(request), sessions.tickNanos(), TimeUnit.SECONDS.toNanos(seconds));
        sessions.watch();
        return begun;
    }

    private TransactionTerms terms(CommandRequest request) {
        BsonView concern = request.document("readConcern").orElse(null);
        BsonView level = concern == null ? null : concern.field("level");
        boolean isSnapshot = level != null && level.stringValue().equals("snapshot");
        MongoServices services = context.services();
        return new TransactionTerms(
                isSnapshot,
                context.api(),
                services.collections().newCollections(collection -> DropCommand.drop(services, collection)));
    }

    private Reply commit(CommandRequest request) {
        if (!session.isCommitted(number)) {
            Transaction open = session.transaction(number, sessions.tickNanos());
            try {
                session.commit(open);
            } catch (EngineException failure) {
                throw MongoErrors.of(failure.error());
            }
        }
        if (WriteConcern.of(request).isSynced()) {
            sync();
        }
        return Reply.ok();
    }

    /** The commit is there; but whether it survives a loss of power is not known. */
    private void sync() {
        try {
            context.services().collections().engine().sync();
        } catch (EngineException failure) {
            throw MongoErrors.of(failure.error()).labelled(UNKNOWN);
        }
    }

    private Reply abort() {
        session.transaction(number, sessions.tickNanos());
        session.abortOpen();
        return Reply.ok();
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
