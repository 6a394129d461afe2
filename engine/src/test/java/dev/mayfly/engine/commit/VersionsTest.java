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
        Versions versions = new Versions(store);
        long first = versions.next();
        assertEquals(first + 1, versions.next());
        assertEquals(first + 1, versions.last());
        assertTrue(new Versions(store).next() > first + 1);
    }

    /** It would be given out again after a restart, so whoever had been told of it would miss what it is given to then. */
    @Test
    void oneThatCouldNotBeReservedIsNotTheLast() {
        Versions versions = new Versions(store);
        store.close();
        assertThrows(RuntimeException.class, versions::next);
        assertEquals(0, versions.last());
    }
}
