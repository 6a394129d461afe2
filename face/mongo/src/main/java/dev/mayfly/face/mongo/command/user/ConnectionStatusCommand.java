package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.BuiltInRole;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code connectionStatus}: the users that the client is logged in as. */
public final class ConnectionStatusCommand implements MongoCommand {
    @Override
    public String name() {
        return "connectionStatus";
    }

    @Override
    public Set<String> fields() {
        return Set.of("showPrivileges");
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Optional<User> user = context.state().user();
        BsonBuilder reply = new BsonBuilder().startDocument("authInfo").startArray("authenticatedUsers");
        user.ifPresent(known -> reply.startElement()
                .text("user", known.name().name())
                .text("db", known.name().database())
                .end());
        reply.end().startArray("authenticatedUserRoles");
        user.ifPresent(known -> known.roles().forEach(role -> addRole(reply, role)));
        reply.end();
        if (request.bool("showPrivileges", false)) {
            reply.startArray("authenticatedUserPrivileges");
            user.ifPresent(known -> known.roles().forEach(role -> addPrivileges(reply, role)));
            reply.end();
        }
        return Reply.ok(reply.end());
    }

    private static void addPrivileges(BsonBuilder reply, Role role) {
        BuiltInRole known = BuiltInRole.find(role).orElse(null);
        if (known == null) {
            return;
        }
        if (!known.words(false).isEmpty()) {
            reply.startElement()
                    .startDocument("resource")
                    .text("db", known.isForAnyDatabase() ? "" : role.database())
                    .text("collection", "")
                    .end();
            addActions(reply, known.words(false));
        }
        if (!known.words(true).isEmpty()) {
            reply.startElement().startDocument("resource").bool("cluster", true).end();
            addActions(reply, known.words(true));
        }
    }

    private static void addActions(BsonBuilder reply, List<String> words) {
        reply.startArray("actions");
        words.forEach(reply::element);
        reply.end().end();
    }

    static void addRole(BsonBuilder reply, Role role) {
        reply.startElement()
                .text("role", role.name())
                .text("db", role.database())
                .end();
    }
}
