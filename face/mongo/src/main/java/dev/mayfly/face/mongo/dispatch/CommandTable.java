package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.ApiVersion;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandFields;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.NumberedCommand;
import dev.mayfly.face.mongo.command.PrimaryCheck;
import dev.mayfly.face.mongo.command.ProvokedFailure;
import dev.mayfly.face.mongo.command.ReadConcern;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.command.crud.ExplainCommand;
import dev.mayfly.face.mongo.command.diagnostic.ListCommandsCommand;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ApiParameters;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Finds commands by name and runs the checks common to all of them. Safe for concurrent use. */
public final class CommandTable {
    /** The commands still accepted in the protocol before OP_MSG, for the first messages of a connection. */
    private static final Set<String> QUERY_COMMANDS =
            Set.of("hello", "isMaster", "saslStart", "saslContinue", "buildInfo");

    private static final int DATABASE_BYTES_MAX = 63;
    private static final String ADMIN = "admin";

    private final Map<String, MongoCommand> bySpelling = new HashMap<>();
    private final Map<String, MongoCommand> byName = new TreeMap<>();
    /** The fields that each command may carry, by its name: its own, kept because every request asks for them. */
    private final Map<String, Set<String>> fields = new HashMap<>();

    public CommandTable(List<MongoCommand> commands) {
        for (MongoCommand command : commands) {
            byName.put(command.name(), command);
            add(command.name(), command);
            command.aliases().forEach(alias -> add(alias, command));
        }
        for (MongoCommand own :
                List.of(new ListCommandsCommand(byName), new ExplainCommand(bySpelling, Authorization::check))) {
            byName.put(own.name(), own);
            add(own.name(), own);
        }
        byName.forEach((name, command) -> fields.put(name, Set.copyOf(command.fields())));
    }

    private void add(String spelling, MongoCommand command) {
        if (bySpelling.put(spelling, command) != null) {
            throw new IllegalArgumentException("two commands called " + spelling);
        }
    }

    public MongoCommand find(CommandRequest request) {
        MongoCommand command = bySpelling.get(request.name());
        if (command == null) {
            throw new CommandError(MongoCode.COMMAND_NOT_FOUND, "no such command: '" + request.name() + "'");
        }
        return command;
    }

    /** Runs a command if its client may, and if it has the shape that the command expects. */
    public Reply run(MongoCommand command, CommandRequest request, MongoServices services, ConnectionState state) {
        checkProtocol(command, request);
        checkDatabase(command, request);
        Authorization.check(command, request, services, state);
        ApiParameters api = ApiVersion.check(command, request, services);
        CommandFields.check(command, fields.getOrDefault(command.name(), Set.of()), request);
        PrimaryCheck.check(command, request, services.membership());
        boolean isNumbered = isNumbered(request, services);
        limitTime(command, request);
        ProvokedFailure failure =
                services.failPoints().isAnySet() ? new ProvokedFailure(command, request, services, state) : null;
        if (failure != null) {
            failure.beforeCommand();
        }
        ReadConcern.check(request, services);
        Optional<SessionId> session = session(command, request, services, state);
        ReadInstant now = services.collections().engine().instant();
        CommandContext context = new CommandContext(services, state, now, session, api, null, null);
        CollectionIdentity.check(request, services.collections());
        Reply reply = run(command, request, context, isNumbered);
        return failure == null ? reply : failure.afterCommand(reply);
    }

    private static Reply run(MongoCommand command, CommandRequest request, CommandContext context, boolean isNumbered) {
        if (isNumbered) {
            return request.has("autocommit")
                    ? TransactionCommand.run(command, request, context)
                    : NumberedCommand.run(command, request, context);
        }
        return command.run(context, request);
    }

    /** Asked of every request, which seldom names a time. */
    private static void limitTime(MongoCommand command, CommandRequest request) {
        long millis = request.maxTimeMillis();
        if (millis > 0 && command.isTimed()) {
            OperationContext.current().limit(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    private static void checkProtocol(MongoCommand command, CommandRequest request) {
        if (request.message().form().isQuery() && !QUERY_COMMANDS.contains(command.name())) {
            throw new CommandError(
                    MongoCode.UNSUPPORTED_OP_QUERY_COMMAND,
                    "Unsupported OP_QUERY command: " + command.name() + ". The client driver may require an upgrade.");
        }
    }

    private static void checkDatabase(MongoCommand command, CommandRequest request) {
        String database = request.database();
        if (database.isEmpty() || isTooLong(database) || hasForbiddenCharacter(database)) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid database name: '" + database + "'");
        }
        if (command.isAdminOnly() && !database.equals(ADMIN)) {
            throw new CommandError(
                    MongoCode.UNAUTHORIZED, command.name() + " may only be run against the admin database.");
        }
    }

    private static boolean isTooLong(String database) {
        // No character takes more than three bytes, and hardly a name comes near to that.
        return database.length() * 3 > DATABASE_BYTES_MAX
                && database.getBytes(StandardCharsets.UTF_8).length > DATABASE_BYTES_MAX;
    }

    private static boolean hasForbiddenCharacter(String database) {
        for (int i = 0; i < database.length(); i++) {
            if ("/\\. \"\0".indexOf(database.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the command belongs to a number of its session; only a replica set and a cluster count these. */
    private static boolean isNumbered(CommandRequest request, MongoServices services) {
        if (!request.has("txnNumber")) {
            if (services.countsNumbers() && request.has("autocommit")) {
                throw new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        "'autocommit' field requires a transaction number to also be specified");
            }
            return false;
        }
        if (!services.countsNumbers()) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION,
                    "Transaction numbers are only allowed on a replica set member or mongos");
        }
        if (request.has("startTransaction") && !request.has("autocommit")) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "'startTransaction' field requires 'autocommit' field to also be specified");
        }
        return true;
    }

    private static Optional<SessionId> session(
            MongoCommand command, CommandRequest request, MongoServices services, ConnectionState state) {
        Optional<BsonView> named = request.document("lsid");
        if (named.isEmpty() || command.access() == Access.ANYONE) {
            return Optional.empty();
        }
        SessionId session = SessionIds.read(named.get(), state.userText());
        services.sessions().logical().use(session);
        return Optional.of(session);
    }
}
