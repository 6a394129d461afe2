package dev.mayfly.examples.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MayflyTest(faces = MayflyFace.MONGO)
@Fresh
final class LoginStoreTest {
    private static final Duration LAST_INSTANT = LoginStore.CODE_LIVES.minusMillis(1);

    private MongoDatabase database;
    private MayflyClock clock;
    private LoginStore logins;

    @BeforeEach
    void open(MongoClient client, MayflyClock windable) {
        database = client.getDatabase("app");
        clock = windable;
        logins = new LoginStore(database, clock.asClock());
    }

    private Document stored(String id) {
        return database.getCollection("sessions").find(new Document("_id", id)).first();
    }

    @Test
    void codeDiesAfterFiveMinutesWhileTheSessionLives() {
        String id = logins.begin("ada", "417-902");
        clock.advance(LAST_INSTANT);
        assertEquals("417-902", stored(id).getString("code"));
        clock.advance(Duration.ofMillis(1));
        assertFalse(stored(id).containsKey("code"));
        assertFalse(logins.confirm(id, "417-902"));
        assertTrue(logins.seen(id));
        clock.advance(LoginStore.SESSION_LIVES);
        assertFalse(logins.seen(id));
    }

    @Test
    void codeIsGoodOnceAndUntilItsLastInstant() {
        String id = logins.begin("grace", "118-340");
        clock.advance(LAST_INSTANT);
        assertFalse(logins.confirm(id, "000-000"));
        assertTrue(logins.confirm(id, "118-340"));
        assertFalse(logins.confirm(id, "118-340"));
        clock.advance(Duration.ofHours(1));
        assertTrue(logins.isConfirmed(id));
    }

    @Test
    void requestsDoNotRenewTheCodeAndAnotherCodeDoes() {
        String id = logins.begin("edith", "731-005");
        clock.advance(Duration.ofMinutes(4));
        assertTrue(logins.seen(id));
        clock.advance(Duration.ofMinutes(1));
        assertFalse(logins.confirm(id, "731-005"));
        assertTrue(logins.renew(id, "902-417"));
        clock.advance(Duration.ofMinutes(4));
        assertTrue(logins.confirm(id, "902-417"));
    }
}
