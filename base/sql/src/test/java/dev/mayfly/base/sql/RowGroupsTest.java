package dev.mayfly.base.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RowGroupsTest {
    /** Keeps texts in capitals, so that it shows which were kept. */
    private static final class TextMemory extends RowMemory<String> {
        TextMemory(long bytesMax) {
            super(bytesMax);
        }

        @Override
        public String keep(String value) {
            take(value.length());
            return value.toUpperCase(Locale.ROOT);
        }

        @Override
        protected RuntimeException exceeded(long taken, long bytesMax) {
            return new ArithmeticException(taken + " of " + bytesMax);
        }
    }

    private final TextMemory memory = new TextMemory(1_000);

    private static List<String> shown(RowGroups<String, AtomicLong> groups) {
        List<String> shown = new ArrayList<>();
        assertTrue(groups.each((keys, count) -> shown.add(keys + " " + count)));
        return shown;
    }

    @Test
    void groupsComeInTheOrderOfTheirFirstRowsAndWithKeptKeys() {
        RowGroups<String, AtomicLong> groups = new RowGroups<>(1, AtomicLong::new, memory);
        for (String key : List.of("B", "A", "B")) {
            groups.of(List.of(key)).incrementAndGet();
        }
        assertEquals(List.of("[B] 2", "[A] 1"), shown(groups));
        assertEquals(402, memory.taken());
        memory.letGo();
        assertEquals(0, memory.taken());
    }

    @Test
    void withoutKeysThereIsOneGroupEvenWithoutRows() {
        assertEquals(List.of("[] 0"), shown(new RowGroups<>(0, AtomicLong::new, memory)));
        assertEquals(List.of(), shown(new RowGroups<>(1, AtomicLong::new, memory)));
    }

    @Test
    void nothingFollowsTheLastGroupThatIsWanted() {
        RowGroups<String, AtomicLong> groups = new RowGroups<>(1, AtomicLong::new, memory);
        groups.of(List.of("A"));
        groups.of(List.of("B"));
        List<String> seen = new ArrayList<>();
        assertFalse(groups.each((keys, _) -> !seen.addAll(keys)));
        assertEquals(List.of("A"), seen);
    }

    @Test
    void groupsAreRefusedBeyondTheBoundInTheWordsOfTheLanguage() {
        RowGroups<String, AtomicLong> groups = new RowGroups<>(1, AtomicLong::new, new TextMemory(300));
        groups.of(List.of("A"));
        assertEquals(
                "402 of 300",
                assertThrows(ArithmeticException.class, () -> groups.of(List.of("B")))
                        .getMessage());
    }
}
