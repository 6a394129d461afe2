package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.GetResult;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInOptions;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.StoreSemantics;
import com.couchbase.client.java.query.QueryOptions;
import com.couchbase.client.java.query.QueryScanConsistency;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Properties that get a lifetime of their own by the attribute {@code $ttl}, through the SDK for Java. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class PropertyLifetimesIT extends OnGround {
    private static final String CODE = "417-902";

    private Collection sessions;

    @BeforeEach
    void prepare() {
        sessions = ground.collection();
    }

    /** Writes a session of which the code lives for five minutes. */
    private void logIn(String user) {
        sessions.mutateIn(
                user,
                List.of(
                        MutateInSpec.upsert("$ttl.login.code", 300).xattr(),
                        MutateInSpec.upsert("user", user),
                        MutateInSpec.upsert(
                                "login", JsonObject.create().put("code", CODE).put("by", "mail"))),
                MutateInOptions.mutateInOptions().storeSemantics(StoreSemantics.UPSERT));
    }

    private JsonObject login(String user) {
        return sessions.get(user).contentAsObject().getObject("login");
    }

    /** An expiry is the last second in which something lives. */
    private void liveFor(long seconds) {
        ground.advance(seconds + 1);
    }

    @Test
    void codeDiesWhileItsSessionLives() {
        logIn("ann");
        GetResult before = sessions.get("ann");
        ground.advance(300);
        assertEquals(CODE, login("ann").getString("code"));
        ground.advance(1);
        GetResult after = sessions.get("ann");
        assertFalse(login("ann").containsKey("code"));
        assertEquals("mail", login("ann").getString("by"));
        assertEquals(before.cas(), after.cas(), "nobody has written it");
        assertFalse(sessions.lookupIn("ann", List.of(LookupInSpec.exists("login.code")))
                .exists(0));
    }

    @Test
    void eachDocumentSaysForItself() {
        logIn("ann");
        sessions.upsert(
                "bob", JsonObject.create().put("login", JsonObject.create().put("code", "1")));
        logIn("cid");
        sessions.mutateIn(
                "cid", List.of(MutateInSpec.upsert("$ttl.login.code", 3_600).xattr()));
        liveFor(300);
        assertFalse(login("ann").containsKey("code"));
        assertTrue(login("bob").containsKey("code"));
        assertTrue(login("cid").containsKey("code"));
        String statement = "SELECT RAW META(d).id FROM " + ground.keyspace()
                + " AS d WHERE d.login.code IS MISSING ORDER BY META(d).id";
        assertEquals(
                List.of("ann"),
                ground.cluster()
                        .query(
                                statement,
                                QueryOptions.queryOptions().scanConsistency(QueryScanConsistency.REQUEST_PLUS))
                        .rowsAs(String.class));
    }

    @Test
    void lifetimeIsLookedAtChangedAndTakenAway() {
        logIn("ann");
        JsonObject all = sessions.lookupIn(
                        "ann", List.of(LookupInSpec.get("$ttl").xattr()))
                .contentAs(0, JsonObject.class);
        long end = all.getObject("login").getLong("code");
        assertEquals(ground.now() + 300, end);
        sessions.mutateIn("ann", List.of(MutateInSpec.remove("$ttl.login.code").xattr()));
        liveFor(300);
        assertEquals(CODE, login("ann").getString("code"));
        sessions.mutateIn(
                "ann", List.of(MutateInSpec.upsert("$ttl.login.code", 60).xattr()));
        sessions.mutateIn(
                "ann", List.of(MutateInSpec.upsert("$ttl.login.code", 0).xattr()));
        liveFor(60);
        assertEquals(CODE, login("ann").getString("code"));
    }

    @Test
    void wholeWritesKeepTheLifetimeUntilThePropertyHasDied() {
        logIn("ann");
        JsonObject body = sessions.get("ann").contentAsObject();
        ground.advance(200);
        sessions.upsert("ann", body.put("seen", 1));
        ground.advance(101);
        assertFalse(login("ann").containsKey("code"));
        sessions.mutateIn("ann", List.of(MutateInSpec.upsert("login.code", "new")));
        liveFor(300);
        assertEquals("new", login("ann").getString("code"), "it was set after its end");
        sessions.mutateIn(
                "ann", List.of(MutateInSpec.upsert("$ttl.login.code", 60).xattr()));
        liveFor(60);
        assertFalse(login("ann").containsKey("code"));
    }

    @Test
    void whatIsNoLifetimeIsRefused() {
        logIn("ann");
        assertThrows(
                CouchbaseException.class,
                () -> sessions.mutateIn(
                        "ann", List.of(MutateInSpec.upsert("$ttl.list[0]", 300).xattr())));
        for (Object value : List.of("soon", -1, true)) {
            assertThrows(
                    CouchbaseException.class,
                    () -> sessions.mutateIn(
                            "ann",
                            List.of(MutateInSpec.upsert("$ttl.login.code", value)
                                    .xattr())));
        }
        long past = ground.now() - 1;
        assertThrows(
                CouchbaseException.class,
                () -> sessions.mutateIn(
                        "ann",
                        List.of(MutateInSpec.upsert("$ttl.login.code", past).xattr())));
        assertThrows(
                CouchbaseException.class,
                () -> sessions.mutateIn(
                        "ann", List.of(MutateInSpec.upsert("$ttl.login", 60).xattr())),
                "a rule is about what is below it");
        assertEquals(CODE, login("ann").getString("code"));
    }
}
