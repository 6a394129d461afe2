package dev.mayfly.face.mongo.admin;

import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceUsers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Users of this face, by its own commands. They log in to the admin database; a role is {@code ROLE@DATABASE}. */
public final class MongoUsers implements FaceUsers {
    private static final String DATABASE = "admin";

    private final MongoDocuments commands;

    public MongoUsers(MongoDocuments commands) {
        this.commands = commands;
    }

    private BsonDocument run(BsonDocument command) {
        return commands.run(command.append("$db", new BsonString(DATABASE)));
    }

    @Override
    public List<FaceUser> users() {
        List<FaceUser> users = new ArrayList<>();
        for (BsonValue each :
                run(new BsonDocument("usersInfo", new BsonInt32(1))).getArray("users")) {
            BsonDocument user = each.asDocument();
            List<String> roles = new ArrayList<>();
            for (BsonValue role : user.getArray("roles")) {
                roles.add(role.asDocument().getString("role").getValue() + "@"
                        + role.asDocument().getString("db").getValue());
            }
            users.add(new FaceUser(user.getString("user").getValue(), roles));
        }
        users.sort(Comparator.comparing(FaceUser::name));
        return users;
    }

    private boolean has(String name) {
        return users().stream().anyMatch(user -> user.name().equals(name));
    }

    @Override
    public void put(FaceUser user, @Nullable String password) {
        boolean isNew = !has(user.name());
        if (isNew && password == null) {
            throw FaceRefusal.invalid("a new user needs a password");
        }
        BsonArray roles = new BsonArray();
        for (String role : user.roles()) {
            int at = role.lastIndexOf('@');
            roles.add(new BsonDocument("role", new BsonString(at < 0 ? role : role.substring(0, at)))
                    .append("db", new BsonString(at < 0 ? DATABASE : role.substring(at + 1))));
        }
        BsonDocument command = new BsonDocument(isNew ? "createUser" : "updateUser", new BsonString(user.name()));
        if (password != null) {
            command.append("pwd", new BsonString(password));
        }
        run(command.append("roles", roles));
    }

    @Override
    public boolean remove(String name) {
        if (!has(name)) {
            return false;
        }
        run(new BsonDocument("dropUser", new BsonString(name)));
        return true;
    }
}
