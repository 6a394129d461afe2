package dev.mayfly.engine.commit;

import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold when a draft is committed. Not safe for concurrent use. */
final class Expectations {
    private final List<Expectation> all = new ArrayList<>();
    private List<Expectation> beyondTurn = List.of();
    private @Nullable Turn behind;

    /**
     * Has all reads come behind a turn that a batch of this engine has made: a batch that stands on that very turn finds what
     * they have found, and need not have it compared.
     */
    void readBehind(@Nullable Turn made) {
        if (!all.isEmpty()) {
            throw new IllegalStateException("something was read before");
        }
        behind = made;
        beyondTurn = made == null ? List.of() : new ArrayList<>();
    }

    void add(Expectation expectation) {
        all.add(expectation);
        if (behind != null) {
            beyondTurn.add(expectation);
        }
    }

    /** Adds what was found by a read of the same key. */
    void addRead(Expectation expectation) {
        all.add(expectation);
    }

    List<Expectation> all() {
        return all;
    }

    /** Returns what a batch that stands on a turn has yet to expect; null for a store without turns. */
    List<Expectation> on(@Nullable Turn stored) {
        return behind != null && behind.equals(stored) ? beyondTurn : all;
    }
}
