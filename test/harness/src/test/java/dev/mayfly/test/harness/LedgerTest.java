package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Ledger.Answer;
import dev.mayfly.test.harness.Ledger.Found;
import dev.mayfly.test.harness.Ledger.State;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The crash test's own judgement. */
final class LedgerTest {
    private static final long BEFORE = 1000;
    private static final long AFTER = 1010;
    private static final State FOREVER = new State("1", State.FOREVER);

    private final Ledger ledger = new Ledger(0, new SplittableRandom(1));
    private String drafted = "";

    private CrashFindings compare(Map<String, State> found) {
        CrashFindings findings = new CrashFindings();
        ledger.compare(found, BEFORE, AFTER, findings);
        return findings;
    }

    @Test
    void whatIsThereAsAcknowledgedIsRight() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-2", new State("2", BEFORE));
        assertEquals(new CrashFindings(), compare(Map.of("w0-1", FOREVER, "w1-1", FOREVER)));
    }

    @Test
    void missingOrOlderDocumentIsLost() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-2", new State("7", State.FOREVER));
        assertEquals(2, compare(Map.of("w0-2", FOREVER)).lost().size());
    }

    @Test
    void deletedOrExpiredDocumentThatIsThereIsAZombie() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-1", null);
        State expired = new State("2", BEFORE);
        ledger.settle("w0-2", expired);
        CrashFindings findings = compare(Map.of("w0-1", FOREVER, "w0-2", expired));
        assertEquals(2, findings.zombies().size());
    }

    @Test
    void missingDocumentBeforeItsDeadlineIsEarly() {
        ledger.settle("w0-1", new State("1", AFTER + 1));
        assertEquals(1, compare(Map.of()).early().size());
    }

    @Test
    void documentThatDiesWhileItIsReadMayBeThereOrNot() {
        State dying = new State("1", BEFORE + 1);
        ledger.settle("w0-1", dying);
        assertEquals(new CrashFindings(), compare(Map.of()));
        assertEquals(new CrashFindings(), compare(Map.of("w0-1", dying)));
    }

    @Test
    void writeThatMeetsADeletedDocumentFindsAZombie() {
        assertTrue(ledger.write(client(FOREVER, Found.YES)));
        assertEquals(1, compare(Map.of()).zombies().size());
    }

    @Test
    void writeThatDoesNotMeetItsDocumentFindsItLost() {
        List<String> keys = ledger.keys();
        keys.forEach(key -> ledger.settle(key, FOREVER));
        assertTrue(ledger.write(client(FOREVER, Found.NO)));
        Map<String, State> found = keys.stream().collect(Collectors.toMap(key -> key, _ -> FOREVER));
        assertEquals(1, compare(found).lost().size());
    }

    @Test
    void writeWithoutAnAnswerHasHappenedOrNot() {
        Ledger other = new Ledger(0, new SplittableRandom(1));
        assertFalse(ledger.write(client(FOREVER, null)));
        assertFalse(other.write(client(FOREVER, null)));
        CrashFindings findings = new CrashFindings();
        ledger.compare(Map.of(drafted, FOREVER), BEFORE, AFTER, findings);
        other.compare(Map.of(), BEFORE, AFTER, findings);
        assertTrue(findings.isEmpty(), findings::toString);
    }

    /** A client whose writes leave a state, and whose server is gone before it answers if {@code found} is null. */
    private Ledger.Client client(State after, @Nullable Found found) {
        return (key, before, random) -> {
            drafted = key;
            return new Ledger.Write() {
                @Override
                public boolean explains(@Nullable State seen) {
                    return after.equals(seen);
                }

                @Override
                public boolean isSynced() {
                    return false;
                }

                @Override
                public Answer send() throws NoAnswerException {
                    if (found == null) {
                        throw new NoAnswerException(new IOException("gone"));
                    }
                    return new Answer(after, found);
                }
            };
        };
    }
}
