package dev.mayfly.examples.springcouchbase;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
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
class LoginTest {
    @Autowired
    private LoginRepository logins;

    @Autowired
    private MayflyServer mayfly;

    @Autowired
    private MayflyClock clock;

    @Test
    void loginEndsHalfAnHourAfterTheLastRequest() {
        logins.save(new Login("t1", "ada"));
        clock.advance(Duration.ofMinutes(29));
        assertTrue(logins.findById("t1").isPresent());
        clock.advance(Duration.ofMinutes(29));
        assertTrue(logins.findById("t1").isPresent());
        // A second more: an expiry is the last second of a document.
        clock.advance(Duration.ofMinutes(30).plusSeconds(1));
        assertTrue(logins.findById("t1").isEmpty());
        assertThat(mayfly.events())
                .hasExpired("default._default._default", "t1")
                .withReason(ExpiryReason.DOCUMENT);
    }
}
