package dev.mayfly.face.mongo.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SessionsTest {
    private static final SessionId FIRST = new SessionId(new UUID(0, 1), "anna@admin");
    private static final SessionId SECOND = new SessionId(new UUID(0, 2), "anna@admin");

    private final VirtualClock clock = new VirtualClock(0);
    private final Sessions sessions = new Sessions(clock, clock);
    private final MongoCursors cursors = sessions.cursors();
    private final AtomicInteger open = new AtomicInteger();

    @AfterEach
    void nothingIsLeftOpen() {
        sessions.close();
        assertEquals(0, open.get());
        assertEquals(0, cursors.size());
    }

    @Test
    void cursorIsTakenKeptAndClosed() {
        long id = open(owner(FIRST));
        try (MongoCursors.Taken taken = cursors.take(id, owner(FIRST), "d.c")) {
            taken.cursor().next(1, 1);
            taken.keep();
        }
        assertEquals(1, open.get());
        try (MongoCursors.Taken taken = cursors.take(id, owner(FIRST), "d.c")) {
            taken.cursor().next(1, 1);
        }
        assertEquals(0, open.get());
        assertCode(43, () -> cursors.take(id, owner(FIRST), "d.c"));
    }

    @Test
    void cursorBelongsToItsUserSessionAndNamespace() {
        long id = open(owner(FIRST));
        assertCode(50738, () -> cursors.take(id, owner(SECOND), "d.c"));
        assertCode(13, () -> cursors.take(id, owner(FIRST), "d.other"));
        SessionId ofBert = new SessionId(FIRST.id(), "bert@admin");
        assertCode(13, () -> cursors.take(id, owner(ofBert), "d.c"));
        assertFalse(cursors.kill(id, "bert@admin", "d.c"));
        assertFalse(cursors.kill(id, "anna@admin", "d.other"));
        assertTrue(cursors.kill(id, "anna@admin", "d.c"));
        assertFalse(cursors.kill(id, "anna@admin", "d.c"));
    }

    @Test
    void cursorInUseIsNotTakenTwiceAndIsClosedWhenItComesBack() {
        long id = open(owner(FIRST));
        try (MongoCursors.Taken taken = cursors.take(id, owner(FIRST), "d.c")) {
            assertCode(143, () -> cursors.take(id, owner(FIRST), "d.c"));
            assertTrue(cursors.kill(id, "anna@admin", "d.c"));
            assertEquals(1, open.get(), "not under the hands of its user");
            taken.keep();
        }
        assertEquals(0, open.get());
        assertEquals(0, cursors.size());
    }

    @Test
    void idleCursorsAreClosedAfterTenMinutes() {
        long id = open(owner(FIRST));
        cursors.open(owner(SECOND), "d.c", new CountedCursor(), true);
        clock.advance(Duration.ofMinutes(9));
        cursors.take(id, owner(FIRST), "d.c").keep();
        clock.advance(Duration.ofMinutes(9));
        assertEquals(2, cursors.size());
        clock.advance(Duration.ofMinutes(2));
        assertEquals(1, cursors.size(), "the timeless one stays");
        assertEquals(1, cursors.timedOut());
    }

    @Test
    void oneSessionHoldsOnlySoManyCursors() {
        for (int i = 0; i < MongoCursors.CURSORS_PER_SESSION_MAX; i++) {
            open(owner(FIRST));
        }
        assertCode(146, () -> open(owner(FIRST)));
        assertEquals(MongoCursors.CURSORS_PER_SESSION_MAX, open.get(), "the refused one was closed");
        open(owner(SECOND));
    }

    @Test
    void cursorsEndWithTheirSessionOrTheirConnection() {
        sessions.logical().use(FIRST);
        open(owner(FIRST));
        CursorOwner sessionless = new CursorOwner("", Optional.empty(), 7);
        open(sessionless);
        cursors.connectionClosed(8);
        assertEquals(2, cursors.size());
        cursors.connectionClosed(7);
        assertEquals(1, cursors.size());
        sessions.logical().end(FIRST);
        assertEquals(0, cursors.size());
    }

    @Test
    void cursorsOverANamespaceEndTogether() {
        long id = open(owner(FIRST));
        cursors.open(owner(FIRST), "d.other", new CountedCursor(), false);
        CommandError reason = new CommandError(MongoCode.QUERY_PLAN_KILLED, "gone");
        cursors.endAllOver("d.c", reason);
        assertEquals(1, open.get());
        try (MongoCursors.Taken taken = cursors.take(id, owner(FIRST), "d.c")) {
            OpenCursor ended = taken.cursor();
            assertSame(reason, assertThrows(CommandError.class, () -> ended.next(1, 1)));
        }
        assertEquals(1, cursors.size());
        assertEquals(1, open.get());
    }

    @Test
    void sessionsEndAfterHalfAnHourOfSilence() {
        LogicalSessions logical = sessions.logical();
        logical.use(FIRST);
        logical.use(SECOND);
        cursors.open(owner(FIRST), "d.c", new CountedCursor(), true);
        clock.advance(Duration.ofMinutes(20));
        logical.use(SECOND);
        clock.advance(Duration.ofMinutes(12));
        assertFalse(logical.isActive(FIRST));
        assertTrue(logical.isActive(SECOND));
        assertEquals(0, cursors.size());
    }

    @Test
    void thereAreOnlySoManySessions() {
        LogicalSessions logical = sessions.logical();
        for (int i = 0; i < LogicalSessions.SESSIONS_MAX; i++) {
            logical.use(new SessionId(new UUID(1, i), ""));
        }
        assertCode(MongoCode.TOO_MANY_LOGICAL_SESSIONS.code(), () -> logical.use(FIRST));
        logical.use(new SessionId(new UUID(1, 0), ""));
        logical.endAll(session -> session.user().isEmpty());
        assertEquals(0, logical.size());
    }

    private long open(CursorOwner owner) {
        return cursors.open(owner, "d.c", new CountedCursor(), false);
    }

    private static CursorOwner owner(SessionId session) {
        return new CursorOwner(session.user(), Optional.of(session), 1);
    }

    private static void assertCode(int code, Runnable action) {
        assertEquals(code, assertThrows(CommandError.class, action::run).code());
    }

    private final class CountedCursor implements OpenCursor {
        CountedCursor() {
            open.incrementAndGet();
        }

        @Override
        public Batch next(int maxDocs, int maxBytes) {
            return new Batch(List.of(), false);
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
