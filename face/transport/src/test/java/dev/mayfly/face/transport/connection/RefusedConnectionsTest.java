package dev.mayfly.face.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Each refusal is counted by its bound, and each bound has one line a minute in the log. */
final class RefusedConnectionsTest {
    private static final long BEGIN = -Duration.ofHours(1).toNanos();
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final RefusedConnections refused = new RefusedConnections();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusedConnections.class);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(lines);
    }

    @Test
    void refusalsAreCountedByTheirBound() {
        refused.add(ConnectionBound.SILENT, "mongo", "192.0.2.1");
        refused.add(ConnectionBound.SILENT, "cosmos", "192.0.2.2");
        refused.add(ConnectionBound.FILES, "mongo", "192.0.2.1");
        assertEquals(3, refused.all());
        assertEquals(2, refused.of(ConnectionBound.SILENT));
        assertEquals(0, refused.of(ConnectionBound.CONNECTIONS));
    }

    @Test
    void firstRefusalIsLoggedAtOnceWithItsBound() {
        refused.add(ConnectionBound.ADDRESS, "mongo", "192.0.2.1");
        refused.log(BEGIN);
        assertEquals(
                List.of("1 connections refused by the bound \"address\", the last one from 192.0.2.1 to mongo"),
                logged());
    }

    @Test
    void laterRefusalsOfAMinuteShareOneLine() {
        refused.add(ConnectionBound.ADDRESS, "mongo", "192.0.2.1");
        refused.log(BEGIN);
        for (int i = 1; i <= 1_000; i++) {
            refused.add(ConnectionBound.ADDRESS, "mongo", "192.0.2." + i % 10);
            refused.log(BEGIN + MINUTE - 1);
        }
        assertEquals(1, logged().size());
        refused.log(BEGIN + MINUTE);
        assertEquals(
                "1000 connections refused by the bound \"address\", the last one from 192.0.2.0 to mongo",
                logged().getLast());
        refused.log(BEGIN + 2 * MINUTE);
        assertEquals(2, logged().size());
    }

    @Test
    void eachBoundHasALineOfItsOwn() {
        refused.add(ConnectionBound.ADDRESS, "mongo", "192.0.2.1");
        refused.log(BEGIN);
        refused.add(ConnectionBound.FILES, "cosmos", "192.0.2.2");
        refused.log(BEGIN + 1);
        assertEquals(
                "1 connections refused by the bound \"files\", the last one from 192.0.2.2 to cosmos",
                logged().getLast());
    }

    private List<String> logged() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
