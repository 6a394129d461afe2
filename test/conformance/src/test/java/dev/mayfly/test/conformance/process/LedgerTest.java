package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.conformance.process.Ledger.Findings;
import dev.mayfly.test.conformance.process.Ledger.State;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The crash test's own judgement. */
final class LedgerTest {
    private static final long BEFORE = 1000;
    private static final long AFTER = 1010;
    private static final State FOREVER = new State(1, Long.MAX_VALUE);

    private final Ledger ledger = new Ledger(0, new SplittableRandom(1));

    private Findings compare(Map<String, State> found) {
        Findings findings = new Findings();
        ledger.compare(found, BEFORE, AFTER, findings);
        return findings;
    }

    @Test
    void whatIsThereAsAcknowledgedIsRight() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-2", new State(2, BEFORE));
        assertEquals(new Findings(), compare(Map.of("w0-1", FOREVER, "w1-1", FOREVER)));
    }

    @Test
    void missingOrOlderDocumentIsLost() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-2", new State(7, Long.MAX_VALUE));
        assertEquals(2, compare(Map.of("w0-2", FOREVER)).lost().size());
    }

    @Test
    void deletedOrExpiredDocumentThatIsThereIsAZombie() {
        ledger.settle("w0-1", FOREVER);
        ledger.settle("w0-1", null);
        State expired = new State(2, BEFORE);
        ledger.settle("w0-2", expired);
        Findings findings = compare(Map.of("w0-1", FOREVER, "w0-2", expired));
        assertEquals(2, findings.zombies().size());
    }

    @Test
    void missingDocumentBeforeItsDeadlineIsEarly() {
        ledger.settle("w0-1", new State(1, AFTER + 1));
        assertEquals(1, compare(Map.of()).early().size());
    }

    @Test
    void documentThatDiesWhileItIsReadMayBeThereOrNot() {
        State dying = new State(1, BEFORE + 1);
        ledger.settle("w0-1", dying);
        assertEquals(new Findings(), compare(Map.of()));
        assertEquals(new Findings(), compare(Map.of("w0-1", dying)));
    }
}
