package dev.mayfly.examples.eventlog;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@MayflyTest(faces = MayflyFace.COSMOS)
final class EventLogTest {
    @Test
    void eventsAreKeptAsLongAsTheyMatter(MayflyServer server, CosmosClient client, MayflyClock clock) {
        EventLog log = new EventLog(client);
        log.report("pump", "started");
        log.debug("pump", "valve at 20 %");
        log.alarm("pump", "too hot");
        assertEquals(List.of("started", "too hot", "valve at 20 %"), log.of("pump"));
        clock.advance(Duration.ofHours(1));
        assertEquals(List.of("started", "too hot"), log.of("pump"));
        clock.advance(Duration.ofDays(7));
        assertEquals(List.of("too hot"), log.of("pump"));
        clock.advance(Duration.ofDays(3_650));
        assertEquals(List.of("too hot"), log.of("pump"));
        assertThat(server.events()).hasExpiredTimes("plant.events", 2);
        assertEquals(
                List.of(ExpiryReason.DOCUMENT, ExpiryReason.DEFAULT),
                server.events().expired("plant.events").stream()
                        .map(expired -> expired.reason())
                        .toList());
    }
}
