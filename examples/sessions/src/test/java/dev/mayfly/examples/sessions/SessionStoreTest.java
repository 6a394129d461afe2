package dev.mayfly.examples.sessions;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest(properties = "logging.level.root=warn")
@Import(MayflyConfiguration.class)
class SessionStoreTest {
    @Autowired
    private SessionStore sessions;

    @Autowired
    private MayflyServer mayfly;

    @Autowired
    private MayflyClock clock;

    @Test
    void sessionEndsHalfAnHourAfterTheLastRequest() {
        String id = sessions.logIn("ada").id();
        clock.advance(Duration.ofMinutes(29));
        assertTrue(sessions.seen(id).isPresent());
        clock.advance(Duration.ofMinutes(30).minusMillis(1));
        assertEquals(1, sessions.places("ada"));
        clock.advance(Duration.ofMillis(1));
        assertTrue(sessions.seen(id).isEmpty());
        assertEquals(0, sessions.places("ada"));
        assertThat(mayfly.events())
                .hasExpired("app.sessions", id)
                .withReason(ExpiryReason.FIELD)
                .byRule("idle");
    }

    @Test
    void everyPlaceIsForgottenForItself() {
        sessions.logIn("grace");
        clock.advance(Duration.ofMinutes(10));
        sessions.logIn("grace");
        assertEquals(2, sessions.places("grace"));
        clock.advanceToNextExpiry();
        assertEquals(1, sessions.places("grace"));
        clock.advanceToNextExpiry();
        assertEquals(0, sessions.places("grace"));
    }

    @Test
    void whoLogsOutIsForgottenAtOnce() {
        String id = sessions.logIn("edith").id();
        sessions.logOut(id);
        assertTrue(sessions.seen(id).isEmpty());
        clock.advance(Duration.ofHours(1));
        assertThat(mayfly.events()).hasNotExpired("app.sessions", id);
    }
}
