package dev.mayfly.store.contract;

import dev.mayfly.store.api.Store;
import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random calls are answered as plain sorted maps would answer them. */
public abstract class StoreProperties {
    private static final int TIMES_WHEN_SLOW = 10;

    @TempDir
    @Nullable
    Path temporary;

    /** Opens the store that lives in the folder; the folder does not exist yet when it is new. */
    protected abstract Store open(Path folder);

    /** Returns true if committed data is there when the store is opened again. */
    protected boolean isPersistent() {
        return true;
    }

    /** The number of seeds that are run, each with a store of its own. */
    protected abstract int cases();

    /** The number of calls that one seed makes. */
    protected abstract int callsPerCase();

    @Test
    void randomCallsAreAnsweredAsTheModelAnswersThem() {
        run(cases());
    }

    @Test
    @Tag("slow")
    void manyRandomCallsAreAnsweredAsTheModelAnswersThem() {
        run(TIMES_WHEN_SLOW * cases());
    }

    private void run(int cases) {
        Seeds.run(cases, (seed, random) -> {
            Path folder = Objects.requireNonNull(temporary).resolve("seed" + seed);
            try (RandomCalls calls = new RandomCalls(random, () -> open(folder), isPersistent())) {
                for (int i = 0; i < callsPerCase(); i++) {
                    calls.next();
                }
                calls.compareEverything();
            }
        });
    }
}
