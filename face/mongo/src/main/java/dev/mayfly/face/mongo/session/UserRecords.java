package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Users of the mongo face: those that clients made are kept among the face's records, those of the configuration are
 * made anew at each start and cannot be changed by a client. Safe for concurrent use.
 */
public final class UserRecords implements UserStore {
    private static final String ADMIN = "admin";
    private static final Comparator<UserName> ORDER =
            Comparator.comparing(UserName::database).thenComparing(UserName::name);

    private static final String SECRET = "scram/secret";

    private final FaceRecords records;
    private final byte[] secret;
    private final Map<UserName, User> configured = new ConcurrentSkipListMap<>(ORDER);
    private final Map<UserName, User> kept = new ConcurrentSkipListMap<>(ORDER);

    /**
     * A user that stands in the server's configuration, in the admin database.
     *
     * @param roles in the admin database
     */
    public record ConfiguredUser(String name, String password, List<String> roles) {
        public ConfiguredUser {
            roles = List.copyOf(roles);
        }

        @Override
        public String toString() {
            return name + " " + roles;
        }
    }

    /** @param users of the configuration */
    public UserRecords(FaceRecords records, List<ConfiguredUser> users) {
        this.records = records;
        this.secret = records.secret(SECRET, ScramSecrets.SECRET_BYTES);
        ScramSecrets secrets = new ScramSecrets(secret);
        for (ConfiguredUser user : users) {
            UserName name = new UserName(ADMIN, user.name());
            List<Role> roles =
                    user.roles().stream().map(role -> new Role(role, ADMIN)).toList();
            configured.put(name, new User(name, secrets.secret(name, user.password()), roles, new BsonDocument()));
        }
        reread();
        records.onChange(this::reread);
    }

    private void reread() {
        Map<UserName, User> stored = new HashMap<>();
        for (byte[] record : records.list(prefix()).values()) {
            User user = decode(BsonEncoding.decode(record));
            stored.put(user.name(), user);
        }
        kept.putAll(stored);
        kept.keySet().retainAll(stored.keySet());
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public Optional<User> find(UserName name) {
        records.refresh();
        User user = configured.get(name);
        return Optional.ofNullable(user != null ? user : kept.get(name));
    }

    @Override
    public synchronized boolean create(User user) {
        if (find(user.name()).isPresent()) {
            return false;
        }
        keep(user);
        return true;
    }

    @Override
    public synchronized boolean update(User user) {
        if (!kept.containsKey(user.name())) {
            return false;
        }
        keep(user);
        return true;
    }

    @Override
    public synchronized boolean drop(UserName name) {
        if (!kept.containsKey(name)) {
            return false;
        }
        records.delete(recordName(name));
        kept.remove(name);
        return true;
    }

    @Override
    public List<User> list() {
        records.refresh();
        Map<UserName, User> all = new ConcurrentSkipListMap<>(ORDER);
        all.putAll(kept);
        all.putAll(configured);
        return List.copyOf(all.values());
    }

    private void keep(User user) {
        records.put(recordName(user.name()), BsonEncoding.encode(encode(user)));
        kept.put(user.name(), user);
    }

    private static String prefix() {
        return "user/";
    }

    /** No database name has a slash in it. */
    private static String recordName(UserName name) {
        return prefix() + name.database() + "/" + name.name();
    }

    private static BsonDocument encode(User user) {
        List<BsonValue> roles = new ArrayList<>();
        for (Role role : user.roles()) {
            roles.add(new BsonDocument("role", new BsonString(role.name()))
                    .append("db", new BsonString(role.database())));
        }
        ScramSecret password = user.secret();
        return new BsonDocument("db", new BsonString(user.name().database()))
                .append("user", new BsonString(user.name().name()))
                .append("salt", new BsonBinary(password.salt()))
                .append("iterations", new BsonInt32(password.iterations()))
                .append("storedKey", new BsonBinary(password.storedKey()))
                .append("serverKey", new BsonBinary(password.serverKey()))
                .append("roles", new BsonArray(roles))
                .append("customData", user.customData());
    }

    private static User decode(BsonDocument record) {
        ScramSecret password = ScramSecrets.stored(
                record.getBinary("salt").getData(),
                record.getInt32("iterations").getValue(),
                record.getBinary("storedKey").getData(),
                record.getBinary("serverKey").getData());
        List<Role> roles = record.getArray("roles").stream()
                .map(BsonValue::asDocument)
                .map(role -> new Role(
                        role.getString("role").getValue(), role.getString("db").getValue()))
                .toList();
        UserName name = new UserName(
                record.getString("db").getValue(), record.getString("user").getValue());
        return new User(name, password, roles, record.getDocument("customData"));
    }
}
