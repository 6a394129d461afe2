package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyEvents;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@MayflyTest(clock = "2030-01-01T00:00:00Z")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class MayflyExtensionTest {
    @Test
    @Order(1)
    void clockStandsWhereItWasAskedTo(MayflyServer server, MayflyClock clock) {
        assertEquals(Instant.parse("2030-01-01T00:00:00Z"), clock.now());
        assertEquals(clock.now().toEpochMilli(), server.engine().clock().wallMillis());
        assertTrue(server.connectionString(FaceName.MONGO).startsWith("mongodb://127.0.0.1:"));
    }

    @Test
    @Order(2)
    void readsSweepsAndEventsAgreeAfterWinding(MayflyServer server, MayflyClock clock, MayflyEvents events) {
        Demo.load(server.engine());
        assertThrows(IllegalArgumentException.class, () -> clock.advanceTo(Instant.EPOCH));
        assertEquals(Instant.parse("2030-01-01T00:00:01Z"), clock.advanceToNextExpiry());
        clock.advance(Duration.ofSeconds(29));
        assertEquals(30, events.expired("demo.codes").size());
        assertEquals(
                Instant.parse("2030-01-01T00:00:30Z"),
                events.expired("demo.codes").getLast().deadline());
        assertEquals(
                30,
                server.engine().collections("mongo").stream()
                        .filter(collection -> collection.name().collection().equals("codes"))
                        .mapToLong(collection -> collection.storedSize().documents())
                        .sum());
    }

    @Test
    @Order(3)
    void serverIsOneForTheClass(MayflyServer server, MayflyClock clock) {
        assertEquals(Instant.parse("2030-01-01T00:00:30Z"), clock.now());
        assertEquals(3, server.engine().collections("mongo").size());
    }

    @Nested
    final class Within {
        @Test
        void nestedTestsShareTheServerOfTheirClass(MayflyServer server, MayflyClock clock) {
            assertEquals(Instant.parse("2030-01-01T00:00:30Z"), clock.now());
            assertEquals(3, server.engine().collections("mongo").size());
        }
    }

    @Test
    @Order(4)
    @Fresh
    void freshMethodHasAServerOfItsOwn(MayflyServer server, MayflyClock clock) {
        assertEquals(Instant.parse("2030-01-01T00:00:00Z"), clock.now());
        assertTrue(server.engine().collections("mongo").isEmpty());
        assertThrows(IllegalStateException.class, clock::advanceToNextExpiry);
    }
}
