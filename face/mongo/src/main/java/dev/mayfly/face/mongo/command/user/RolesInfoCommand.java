package dev.mayfly.face.mongo.command.user;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.BuiltInRole;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lists roles. There are none but those that every server has. */
public final class RolesInfoCommand implements MongoCommand {
    @Override
    public String name() {
        return "rolesInfo";
    }

    @Override
    public Set<String> fields() {
        return Set.of("showBuiltinRoles", "showPrivileges", "showAuthenticationRestrictions");
    }

    @Override
    public Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder().startArray("roles");
        for (Role role : asked(request)) {
            if (BuiltInRole.find(role).isPresent()) {
                add(reply, role);
            }
        }
        return Reply.ok(reply.end());
    }

    private static void add(BsonBuilder reply, Role role) {
        reply.startElement()
                .text("role", role.name())
                .text("db", role.database())
                .bool("isBuiltin", true)
                .startArray("roles")
                .end()
                .startArray("inheritedRoles")
                .end()
                .end();
    }

    private static List<Role> asked(CommandRequest request) {
        BsonView argument = request.argument();
        return switch (CommandRequest.typeOf(argument)) {
            case INT32, INT64, DOUBLE ->
                request.bool("showBuiltinRoles", false) ? BuiltInRole.all(request.database()) : List.of();
            case STRING, DOCUMENT -> List.of(UserFields.role(request, argument));
            case ARRAY -> {
                List<Role> roles = new ArrayList<>();
                View.Fields elements = argument.fields();
                while (elements.next()) {
                    roles.add(UserFields.role(request, (BsonView) elements.value()));
                }
                yield roles;
            }
            default -> throw new CommandError(MongoCode.BAD_VALUE, "Role names must be either strings or objects");
        };
    }
}
