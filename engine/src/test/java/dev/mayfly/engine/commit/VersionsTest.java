package dev.mayfly.engine.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class VersionsTest {
    private final MemoryStore store = new MemoryStore();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void versionsGoOnAboveAllThatWereGivenOutBefore() {
        Versions versions = Versions.ofStore(store);
        long first = versions.next();
        assertEquals(first + 1, versions.next());
        assertEquals(first + 1, versions.last());
        assertTrue(Versions.ofStore(store).next() > first + 1);
    }

    /** It would be given out again after a restart, so whoever had been told of it would miss what it is given to then. */
    @Test
    void oneThatCouldNotBeReservedIsNotTheLast() {
        Versions versions = Versions.ofStore(store);
        store.close();
        assertThrows(RuntimeException.class, versions::next);
        assertEquals(0, versions.last());
    }
}
