package dev.mayfly.store.contract;

import dev.mayfly.store.api.StoreException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Says which calls of a {@link FaultyStore} go wrong, and how. */
@FunctionalInterface
public interface FaultPlan {
    /** Nothing goes wrong. */
    FaultPlan NONE = (call, nth) -> null;

    /** The faults from which a seeded plan chooses. */
    List<Fault> TRANSIENT = List.of(
            new Fault.Failure(Reason.UNAVAILABLE),
            new Fault.Conflict(),
            new Fault.UnknownNotWritten(),
            new Fault.UnknownWritten(),
            new Fault.Delay(Duration.ofMillis(50)));

    /**
     * The fault of a call, or null. Called under a lock, one call at a time.
     *
     * @param nth how many calls of this kind there were since the plan was set, this one included
     */
    @Nullable
    Fault faultOf(StoreCall call, long nth);

    /** Only the n-th call of one kind goes wrong. */
    static FaultPlan at(StoreCall call, long nth, Fault fault) {
        return (each, number) -> each == call && number == nth ? fault : null;
    }

    /** Every call of one kind goes wrong. */
    static FaultPlan always(StoreCall call, Fault fault) {
        return (each, number) -> each == call ? fault : null;
    }

    /**
     * Returns a plan in which about {@code perMille} of a thousand calls fail in one of these ways, the same for one
     * seed.
     */
    static FaultPlan seeded(long seed, int perMille, List<Fault> faults) {
        SplittableRandom random = new SplittableRandom(seed);
        return (call, nth) -> random.nextInt(1_000) < perMille ? faults.get(random.nextInt(faults.size())) : null;
    }
}
