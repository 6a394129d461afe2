package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.ServerParameter;
import dev.mayfly.face.mongo.command.ServerParameters;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonType;

/** Shows server parameters: those named by its fields, or all. */
public final class GetParameterCommand implements MongoCommand {
    @Override
    public String name() {
        return "getParameter";
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        // Those that are kept are the same on all servers of a cluster.
        context.services().collections().engine().records(MongoCollections.FACE).refresh();
        ServerParameters parameters = context.services().parameters();
        BsonView how = request.argument();
        boolean asksForAll = isTrue(how, "allParameters")
                || (CommandRequest.typeOf(how) == BsonType.STRING
                        && how.stringValue().equals("*"));
        Collection<ServerParameter> shown = asksForAll ? parameters.all() : named(parameters, request);
        if (shown.isEmpty()) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "no option found to get");
        }
        boolean hasDetails = isTrue(how, "showDetails");
        BsonBuilder reply = new BsonBuilder();
        for (ServerParameter parameter : shown) {
            if (hasDetails) {
                reply.startDocument(parameter.name())
                        .value("value", parameter.value())
                        .bool("settableAtRuntime", parameter.isSettable())
                        .bool("settableAtStartup", parameter.isSettable())
                        .end();
            } else {
                reply.value(parameter.name(), parameter.value());
            }
        }
        return Reply.ok(reply);
    }

    private static List<ServerParameter> named(ServerParameters parameters, CommandRequest request) {
        List<ServerParameter> named = new ArrayList<>();
        View.Fields fields = request.body().fields();
        while (fields.next()) {
            parameters.find(fields.name()).ifPresent(named::add);
        }
        return named;
    }

    private static boolean isTrue(BsonView how, String option) {
        BsonView value = CommandRequest.typeOf(how) == BsonType.DOCUMENT ? how.field(option) : null;
        return value != null && CommandRequest.typeOf(value) == BsonType.BOOLEAN && value.booleanValue();
    }
}
