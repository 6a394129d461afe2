package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RegisterHistoryTest {
    private final RegisterHistory history = new RegisterHistory();

    @Test
    void readsDuringAWriteMayFindEither() {
        history.write(0, 10, "a");
        history.write(20, 50, "b");
        history.read(25, 30, "a");
        history.read(31, 35, "b");
        assertTrue(history.isLinearizable());
    }

    @Test
    void whatWasSeenOnceIsNotUnseen() {
        history.write(0, 10, "a");
        history.write(20, 50, "b");
        history.read(25, 30, "b");
        history.read(31, 35, "a");
        assertFalse(history.isLinearizable());
    }

    @Test
    void answeredWritesAreSeen() {
        history.write(0, 10, "a");
        history.write(20, 30, "b");
        history.read(31, 35, "a");
        assertFalse(history.isLinearizable());
    }

    @Test
    void unansweredWritesMayHappenLateOrNever() {
        history.write(0, 10, "a");
        history.write(20, RegisterHistory.NEVER, "b");
        history.read(30, 35, "a");
        assertTrue(history.isLinearizable());
        history.read(36, 40, "b");
        assertTrue(history.isLinearizable());
        history.read(41, 45, "a");
        assertFalse(history.isLinearizable());
    }

    @Test
    void oneOfTwoSwapsIsRefused() {
        history.write(0, 10, "a");
        history.swap(20, 40, "a", "b");
        history.refused(20, 40, "a");
        assertTrue(history.isLinearizable());
        history.swap(41, 50, "a", "c");
        assertFalse(history.isLinearizable());
    }

    @Test
    void twoThatReplaceTheSameAreNot() {
        history.write(0, 10, "a");
        history.swap(20, 40, "a", "b");
        history.swap(20, 40, "a", "c");
        assertFalse(history.isLinearizable());
    }

    @Test
    void deletionsAreWritesOfNothing() {
        history.read(0, 1, null);
        history.write(2, 3, "a");
        history.write(4, 5, null);
        history.read(6, 7, null);
        assertTrue(history.isLinearizable());
        history.read(8, 9, "a");
        assertFalse(history.isLinearizable());
    }

    /** A register that exists is asked by six clients; its own instants lie anywhere between call and answer. */
    @Test
    void historiesOfARegisterAreFoundRightAndSpoiledOnesWrong() {
        Seeds.run(50, (_, random) -> {
            RegisterHistory right = new RegisterHistory();
            RegisterHistory spoiled = new RegisterHistory();
            String state = null;
            for (int instant = 0; instant < 120; instant++) {
                long called = 10L * instant - random.nextInt(30);
                long answered = 10L * instant + random.nextInt(30);
                if (instant % 2 == 0 || random.nextInt(4) == 0) {
                    state = "v" + instant;
                    right.write(called, answered, state);
                    spoiled.write(called, answered, state);
                } else {
                    right.read(called, answered, state);
                    // Six instants are longer than any operation takes.
                    spoiled.read(called, answered, instant > 60 ? "v" + (instant - 61) / 2 * 2 : state);
                }
            }
            assertTrue(right.isLinearizable());
            assertFalse(spoiled.isLinearizable());
        });
    }
}
