package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.util.List;
import org.bson.BsonDocument;

/** Adds a user to a database. */
public final class CreateUserCommand implements UserWriting {
    @Override
    public String name() {
        return "createUser";
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        UserName name = UserFields.name(request);
        Authentication authentication = context.services().authentication();
        ScramSecret secret = UserFields.secret(request, authentication).orElseThrow(CreateUserCommand::withoutPassword);
        List<Role> roles = UserFields.roles(request).orElseThrow(() -> request.missing("roles"));
        BsonDocument customData = UserFields.customData(request).orElseGet(BsonDocument::new);
        if (!authentication.users().create(new User(name, secret, roles, customData))) {
            throw new CommandError(MongoCode.USER_EXISTS, "User \"" + name + "\" already exists");
        }
        return Reply.ok();
    }

    private static CommandError withoutPassword() {
        return new CommandError(
                MongoCode.BAD_VALUE,
                "Must provide a 'pwd' field for all user documents, except those with '$external' as the user's source"
                        + " db");
    }
}
