package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandFields;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;

/** Reports how another command would find its documents; nothing is written, whatever that command is. */
public final class ExplainCommand implements MongoCommand {
    private static final Set<String> READS = Set.of("find", "count", "distinct", "aggregate");

    private final Map<String, MongoCommand> commands;
    private final PrivilegeCheck privileges;

    /** Refuses a command whose user lacks the privileges for it. */
    @FunctionalInterface
    public interface PrivilegeCheck {
        /** @throws CommandError if a privilege is missing */
        void check(MongoCommand command, CommandRequest request, MongoServices services, ConnectionState state);
    }

    /** @param commands by all their spellings; it is read at each request */
    public ExplainCommand(Map<String, MongoCommand> commands, PrivilegeCheck privileges) {
        this.commands = commands;
        this.privileges = privileges;
    }

    @Override
    public String name() {
        return "explain";
    }

    @Override
    public Set<String> fields() {
        return Set.of("verbosity");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonView argument = request.argument();
        if (CommandRequest.typeOf(argument) != BsonType.DOCUMENT) {
            throw request.wrongType("explain", argument, "type 'object'");
        }
        String word = request.text("verbosity").orElse("allPlansExecution");
        Verbosity verbosity = Verbosity.of(word)
                .orElseThrow(() -> new CommandError(
                        MongoCode.BAD_VALUE,
                        "Enumeration value '" + word + "' for field 'explain.verbosity' is not a valid value."));
        CommandRequest explained = request.nested();
        check(explained, context);
        return explain(context, explained, verbosity);
    }

    private void check(CommandRequest explained, CommandContext context) {
        MongoCommand command = commands.get(explained.name());
        if (command == null) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_FOUND, "Explain failed due to unknown command: " + explained.name());
        }
        Optional<String> database = explained.text("$db");
        if (database.isPresent() && !database.get().equals(explained.database())) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "Mismatched $db in explain command. Expected " + explained.database() + " but got "
                            + database.get());
        }
        CommandFields.check(command, command.fields(), explained);
        privileges.check(command, explained, context.services(), context.state());
        CollectionIdentity.check(explained, context.collections());
    }

    private static CommandRequest belowViews(CommandContext context, CommandRequest explained) {
        boolean reads = READS.contains(explained.name());
        if (!reads || CommandRequest.typeOf(explained.argument()) != BsonType.STRING) {
            return explained;
        }
        return context.services()
                .collections()
                .views()
                .resolve(explained.database(), explained.collection())
                .map(view -> ViewRequests.of(explained, view))
                .orElse(explained);
    }

    /** The answer to an explained command. */
    static Reply explain(CommandContext context, CommandRequest explained, Verbosity verbosity) {
        BsonDocument body = explained.body().toBsonValue().asDocument();
        CommandRequest reading = belowViews(context, explained);
        ExplainedCommand command = ExplainedCommand.of(context, reading);
        BsonDocument plan = new PlanReport(context, reading, command, verbosity).document();
        BsonBuilder reply = new BsonBuilder().text("explainVersion", "1").all(plan);
        return Reply.ok(reply.value("command", body.append("$db", new BsonString(explained.database())))
                .startDocument("serverInfo")
                .text("host", context.services().settings().hostName())
                .text("version", context.services().settings().release().version())
                .text("gitVersion", "mayfly")
                .end());
    }
}
