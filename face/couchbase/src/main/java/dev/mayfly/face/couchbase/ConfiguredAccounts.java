package dev.mayfly.face.couchbase;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.session.Accounts;
import dev.mayfly.face.couchbase.session.Authentication;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.ScramSecret;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The users of the configuration. Safe for concurrent use. */
final class ConfiguredAccounts implements Accounts {
    private static final int SALT_BYTES = 32;

    private record Wanted(String user, ScramMechanism mechanism) {}

    private final Map<String, CouchbaseUser> users = new LinkedHashMap<>();
    /** Made when first asked for, because making one takes its time. */
    private final Map<Wanted, ScramSecret> secrets = new ConcurrentHashMap<>();

    private final SecureRandom random = new SecureRandom();

    ConfiguredAccounts(List<CouchbaseUser> users) {
        users.forEach(user -> this.users.put(user.name(), user));
    }

    @Override
    public @Nullable ScramSecret secret(String user, ScramMechanism mechanism) {
        CouchbaseUser known = users.get(user);
        return known == null
                ? null
                : secrets.computeIfAbsent(
                        new Wanted(user, mechanism),
                        _ -> ScramSecret.of(
                                mechanism,
                                known.password(),
                                ScramFunctions.salt(SALT_BYTES, random),
                                Authentication.ITERATIONS));
    }

    @Override
    public @Nullable Identity identity(String user) {
        CouchbaseUser known = users.get(user);
        return known == null ? null : new Configured(known);
    }

    /** What a configured role allows, in every bucket alike. */
    private record Configured(CouchbaseUser user) implements Identity {
        @Override
        public String name() {
            return user.name();
        }

        @Override
        public boolean mayEnter(String bucket) {
            return user.roles().stream().anyMatch(role -> !role.equals("monitor"));
        }

        @Override
        public boolean may(Privilege privilege, String bucket) {
            return user.roles().stream().anyMatch(role -> allows(role, privilege));
        }

        private static boolean allows(String role, Privilege privilege) {
            return switch (role) {
                case "root" -> true;
                case "readWrite" -> privilege != Privilege.SETTINGS;
                case "read" ->
                    switch (privilege) {
                        case NONE, LOGIN, READ, META_READ, SYSTEM_XATTR_READ, STATISTICS -> true;
                        case INSERT, UPSERT, DELETE, META_WRITE, SYSTEM_XATTR_WRITE, SETTINGS -> false;
                    };
                default -> privilege == Privilege.NONE || privilege == Privilege.LOGIN;
            };
        }
    }
}
