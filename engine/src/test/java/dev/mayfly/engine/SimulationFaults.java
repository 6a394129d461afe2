package dev.mayfly.engine;

import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What goes wrong in one simulation: faults of the store, and moments at which others may come between. */
final class SimulationFaults implements FaultPlan {
    private static final List<Integer> FAULTS_PER_MILLE = List.of(0, 10, 50, 200);
    private static final int INTRUSIONS_PER_MILLE = 60;

    private final RandomGenerator random;
    private final int faultsPerMille;
    private boolean allowed;

    SimulationFaults(RandomGenerator random) {
        this.random = random;
        this.faultsPerMille = FAULTS_PER_MILLE.get(random.nextInt(FAULTS_PER_MILLE.size()));
    }

    /** From here on things may go wrong. */
    void allow() {
        allowed = true;
    }

    /** From here on nothing goes wrong. */
    void forbid() {
        allowed = false;
    }

    /** Runs with nothing going wrong meanwhile. */
    void without(Runnable work) {
        boolean before = allowed;
        allowed = false;
        work.run();
        allowed = before;
    }

    @Override
    public @Nullable Fault faultOf(StoreCall call, long nth) {
        if (!allowed) {
            return null;
        }
        if (random.nextInt(1000) < faultsPerMille) {
            return call == StoreCall.COMMIT ? faultOfCommit() : new Fault.Failure(Reason.UNAVAILABLE);
        }
        boolean reads = call == StoreCall.GET || call == StoreCall.SCAN || call == StoreCall.NEXT;
        return reads && random.nextInt(1000) < INTRUSIONS_PER_MILLE ? new Fault.Delay(Duration.ZERO) : null;
    }

    private Fault faultOfCommit() {
        return switch (random.nextInt(4)) {
            case 0 -> new Fault.Failure(Reason.UNAVAILABLE);
            case 1 -> new Fault.Conflict();
            case 2 -> new Fault.UnknownNotWritten();
            default -> new Fault.UnknownWritten();
        };
    }
}
