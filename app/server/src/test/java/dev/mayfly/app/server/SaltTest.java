package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.app.server.config.UserSetting;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.session.UserRecords;
import dev.mayfly.store.memory.MemoryStore;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whoever compares salts over a restart must not tell users that exist from names that nobody has. */
final class SaltTest {
    private static final List<UserSetting> USERS = List.of(new UserSetting("ann", "secret", List.of("root")));

    private final MemoryStore store = new MemoryStore();

    private UserRecords mongo() {
        return new UserRecords(new FaceRecords(store, "mongo"), MongoParts.configured(USERS));
    }

    private StoredUsers couchbase() {
        return new StoredUsers(
                new FaceRecords(store, "couchbase"),
                List.of(new dev.mayfly.face.couchbase.access.FixedUser("ann", "secret", List.of("admin"))));
    }

    @Test
    void saltsOfMongoAreThoseOfTheLastStart() {
        UserName ann = new UserName("admin", "ann");
        UserRecords first = mongo();
        UserRecords second = mongo();
        assertArrayEquals(first.secret(), second.secret());
        assertArrayEquals(
                first.find(ann).orElseThrow().secret().salt(),
                second.find(ann).orElseThrow().secret().salt());
    }

    @Test
    void saltsOfCouchbaseAreThoseOfTheLastStart() {
        StoredUsers first = couchbase();
        StoredUsers second = couchbase();
        for (ScramMechanism mechanism :
                List.of(ScramMechanism.SCRAM_SHA_1, ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
            assertArrayEquals(first.salt("nobody", mechanism), second.salt("nobody", mechanism));
            assertArrayEquals(salt(first, mechanism), salt(second, mechanism));
            assertEquals(salt(first, mechanism).length, first.salt("nobody", mechanism).length);
        }
    }

    private static byte[] salt(StoredUsers users, ScramMechanism mechanism) {
        return Objects.requireNonNull(users.secret("ann", mechanism)).salt();
    }
}
