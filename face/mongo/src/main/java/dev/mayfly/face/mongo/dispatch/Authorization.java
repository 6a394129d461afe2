package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.User;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Refuses requests that the user lacks the privileges for, on a server whose users log in. */
final class Authorization {
    private static final String PASSWORD = "pwd";
    private static final int SHOWN_CHARACTERS_MAX = 1000;
    private static final int SHOWN_BYTES_MAX = 16 << 10;

    private Authorization() {}

    static void check(MongoCommand command, CommandRequest request, MongoServices services, ConnectionState state) {
        if (!services.settings().authRequired() || command.access() == Access.ANYONE) {
            return;
        }
        User user = current(services, state);
        if (user == null) {
            throw new CommandError(MongoCode.UNAUTHORIZED, "Command " + command.name() + " requires authentication");
        }
        for (DatabasePrivilege privilege : RequiredPrivileges.of(command, request, state.userText())) {
            if (!privilege.isGrantedTo(user.roles())) {
                throw GrantedPrivileges.refused(request.database(), shown(request));
            }
        }
    }

    /** The user with the roles of now; one that was dropped is logged out. */
    private static @Nullable User current(MongoServices services, ConnectionState state) {
        User proven = state.user().orElse(null);
        if (proven == null) {
            return null;
        }
        User user = services.authentication().users().find(proven.name()).orElse(null);
        if (user == null) {
            state.loggedOut();
        } else {
            state.user(user);
        }
        return user;
    }

    private static String shown(CommandRequest request) {
        if (request.body().length() > SHOWN_BYTES_MAX) {
            return request.name();
        }
        BsonDocument body = request.body().toBsonValue().asDocument();
        if (body.containsKey(PASSWORD)) {
            body.put(PASSWORD, new BsonString("xxx"));
        }
        String text = ShellText.of(body);
        return text.length() > SHOWN_CHARACTERS_MAX ? text.substring(0, SHOWN_CHARACTERS_MAX) + "..." : text;
    }
}
