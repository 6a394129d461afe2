package dev.mayfly.examples.sessions;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.engine.event.EventReason;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

@MayflyTest(faces = FaceName.MONGO)
@Fresh
final class SessionStoreTest {
    private static SessionStore store(MongoClient client, MayflyClock clock) {
        return new SessionStore(new MongoTemplate(client, "app"), clock.asClock());
    }

    @Test
    void sessionEndsHalfAnHourAfterTheLastRequest(MayflyServer server, MongoClient client, MayflyClock clock) {
        SessionStore sessions = store(client, clock);
        String id = sessions.logIn("ada").id();
        clock.advance(Duration.ofMinutes(29));
        assertTrue(sessions.seen(id).isPresent());
        clock.advance(Duration.ofMinutes(30).minusMillis(1));
        assertEquals(1, sessions.loggedIn());
        clock.advance(Duration.ofMillis(1));
        assertTrue(sessions.seen(id).isEmpty());
        assertEquals(0, sessions.loggedIn());
        assertThat(server.events())
                .hasExpired("app.sessions", id)
                .withReason(EventReason.FIELD)
                .byRule("idle");
    }

    @Test
    void everybodyIsForgottenForThemselves(MongoClient client, MayflyClock clock) {
        SessionStore sessions = store(client, clock);
        sessions.logIn("ada");
        clock.advance(Duration.ofMinutes(10));
        sessions.logIn("grace");
        assertEquals(2, sessions.loggedIn());
        clock.advanceToNextExpiry();
        assertEquals(1, sessions.loggedIn());
        clock.advanceToNextExpiry();
        assertEquals(0, sessions.loggedIn());
    }
}
