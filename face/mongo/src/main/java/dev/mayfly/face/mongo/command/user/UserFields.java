package dev.mayfly.face.mongo.command.user;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.BuiltInRole;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The fields that createUser and updateUser share. */
public final class UserFields {
    static final Set<String> NAMES =
            Set.of("pwd", "roles", "customData", "mechanisms", "digestPassword", "authenticationRestrictions");

    private UserFields() {}

    static UserName name(CommandRequest request) {
        BsonView name = request.argument();
        if (CommandRequest.typeOf(name) != BsonType.STRING) {
            throw request.wrongType(request.name(), name, "type 'string'");
        }
        if (name.stringValue().isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Username must not be empty");
        }
        return new UserName(request.database(), name.stringValue());
    }

    static Optional<ScramSecret> secret(CommandRequest request, Authentication authentication) {
        checkMechanisms(request);
        if (!request.bool("digestPassword", true)) {
            throw new CommandError(MongoCode.BAD_VALUE, "Use of SCRAM-SHA-256 requires undigested passwords");
        }
        return request.text("pwd").map(authentication::secret);
    }

    static Optional<List<Role>> roles(CommandRequest request) {
        return request.array("roles").map(array -> roles(request, array));
    }

    static Optional<BsonDocument> customData(CommandRequest request) {
        return request.tree("customData");
    }

    private static void checkMechanisms(CommandRequest request) {
        if (request.array("mechanisms").isEmpty()) {
            return;
        }
        View.Fields elements = request.array("mechanisms").get().fields();
        boolean isEmpty = true;
        while (elements.next()) {
            isEmpty = false;
            BsonView element = (BsonView) elements.value();
            if (CommandRequest.typeOf(element) != BsonType.STRING
                    || !element.stringValue().equals(Authentication.MECHANISM)) {
                throw new CommandError(MongoCode.BAD_VALUE, "Unknown auth mechanism; SCRAM-SHA-256 is the only one");
            }
        }
        if (isEmpty) {
            throw new CommandError(MongoCode.BAD_VALUE, "mechanisms field must not be empty");
        }
    }

    private static List<Role> roles(CommandRequest request, BsonView array) {
        List<Role> roles = new ArrayList<>();
        View.Fields elements = array.fields();
        while (elements.next()) {
            Role role = role(request, (BsonView) elements.value());
            if (BuiltInRole.find(role).isEmpty()) {
                throw new CommandError(
                        MongoCode.ROLE_NOT_FOUND, "Could not find role: " + role.name() + "@" + role.database());
            }
            roles.add(role);
        }
        return roles;
    }

    /** The roles that a command names, as far as it names them in a way that can be read. */
    public static List<Role> named(CommandRequest request) {
        @Nullable BsonView array = request.body().field("roles");
        List<Role> roles = new ArrayList<>();
        if (array != null && CommandRequest.typeOf(array) == BsonType.ARRAY) {
            View.Fields elements = array.fields();
            while (elements.next()) {
                roles.add(role(request, (BsonView) elements.value()));
            }
        }
        return roles;
    }

    /** A role by its name, of this database, or with its database. */
    static Role role(CommandRequest request, BsonView element) {
        return switch (CommandRequest.typeOf(element)) {
            case STRING -> new Role(element.stringValue(), request.database());
            case DOCUMENT -> new Role(text(element.field("role")), text(element.field("db")));
            default -> throw new CommandError(MongoCode.BAD_VALUE, "Role names must be either strings or objects");
        };
    }

    private static String text(@Nullable BsonView value) {
        if (value == null || CommandRequest.typeOf(value) != BsonType.STRING) {
            throw new CommandError(MongoCode.BAD_VALUE, "a role has a field 'role' and a field 'db', both strings");
        }
        return value.stringValue();
    }
}
