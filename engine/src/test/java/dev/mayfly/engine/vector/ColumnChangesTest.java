package dev.mayfly.engine.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnChangesTest {
    private final ColumnChanges changes = new ColumnChanges(3);

    private static byte[] key(int number) {
        return new byte[] {(byte) number};
    }

    private Set<DocumentKey> noted() {
        return Set.copyOf(changes.keys());
    }

    @Test
    void aKeyOfABatchOnItsWayIsNotForgotten() {
        changes.note(key(1));
        changes.settle();
        changes.note(key(2));
        changes.forget(changes.settled());
        assertEquals(Set.of(new DocumentKey(key(2))), noted());
    }

    @Test
    void aKeyThatIsWrittenAgainWhileItIsReadIsNotForgotten() {
        changes.note(key(1));
        changes.settle();
        long read = changes.settled();
        changes.note(key(1));
        changes.settle();
        changes.forget(read);
        assertEquals(Set.of(new DocumentKey(key(1))), noted());
    }

    @Test
    void tooManyKeysAreAllOfThem() {
        for (int number = 0; number < 3; number++) {
            changes.note(key(number));
            changes.note(key(number));
        }
        assertFalse(changes.isOverrun());
        changes.note(key(3));
        assertTrue(changes.isOverrun());
        assertEquals(List.of(), changes.keys());
    }
}
