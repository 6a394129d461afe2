package dev.mayfly.face.mongo.command.user;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Lists users; the stored form of their passwords is never shown. */
public final class UsersInfoCommand implements MongoCommand {
    @Override
    public String name() {
        return "usersInfo";
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "showCredentials", "showCustomData", "showPrivileges", "showAuthenticationRestrictions", "filter");
    }

    @Override
    public Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    public boolean isSecret() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Predicate<User> asked = asked(request);
        MongoFilter filter = FilterCompiler.compile(QueryFields.tree(request, "filter"), Variables.NONE);
        boolean showsCustomData = request.bool("showCustomData", true);
        BsonBuilder reply = new BsonBuilder().startArray("users");
        for (User user : context.services().authentication().users().list()) {
            if (asked.test(user) && filter.matches(shown(user, true))) {
                reply.element(shown(user, showsCustomData));
            }
        }
        return Reply.ok(reply.end());
    }

    private static BsonView shown(User user, boolean showsCustomData) {
        UserName name = user.name();
        BsonBuilder shown = new BsonBuilder()
                .text("_id", name.database() + "." + name.name())
                .text("user", name.name())
                .text("db", name.database());
        if (showsCustomData && !user.customData().isEmpty()) {
            shown.value("customData", user.customData());
        }
        shown.startArray("roles");
        user.roles().forEach(role -> ConnectionStatusCommand.addRole(shown, role));
        shown.end().startArray("mechanisms").element(Authentication.MECHANISM).end();
        return BsonView.of(shown.finish());
    }

    private static Predicate<User> asked(CommandRequest request) {
        BsonView argument = request.argument();
        return switch (CommandRequest.typeOf(argument)) {
            case INT32, INT64, DOUBLE -> user -> user.name().database().equals(request.database());
            case STRING, DOCUMENT -> {
                if (CommandRequest.typeOf(argument) == BsonType.DOCUMENT && argument.field("forAllDBs") != null) {
                    yield _ -> true;
                }
                UserName name = name(argument, request.database());
                yield user -> user.name().equals(name);
            }
            case ARRAY -> {
                Set<UserName> names = new HashSet<>();
                View.Fields elements = argument.fields();
                while (elements.next()) {
                    names.add(name((BsonView) elements.value(), request.database()));
                }
                yield user -> names.contains(user.name());
            }
            default -> throw invalid();
        };
    }

    private static UserName name(BsonView value, String database) {
        return switch (CommandRequest.typeOf(value)) {
            case STRING -> new UserName(database, value.stringValue());
            case DOCUMENT -> new UserName(text(value.field("db")), text(value.field("user")));
            default -> throw invalid();
        };
    }

    private static String text(@Nullable BsonView value) {
        if (value == null || CommandRequest.typeOf(value) != BsonType.STRING) {
            throw invalid();
        }
        return value.stringValue();
    }

    private static CommandError invalid() {
        return new CommandError(MongoCode.BAD_VALUE, "users are named by strings or by {user, db}");
    }
}
