package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import java.util.Optional;

/** What the members of one bulk may use of a container's request units, which are taken when the bulk is answered. Used by one thread. */
final class UnitAllowance {
    private final UnitMeter meter;
    private final Container container;
    private final int range;
    private double owed;

    /** @param range of partition keys that the bulk is about */
    UnitAllowance(UnitMeter meter, Container container, int range) {
        this.meter = meter;
        this.container = container;
        this.range = range;
    }

    /** Returns true if the charge of a member decides about the members behind it. */
    boolean isLimited() {
        return meter.counts();
    }

    /** Returns the refusal of the next member, if the units are used up. */
    Optional<CosmosException> refusal() {
        long wait = meter.waitMillis(container, range, owed);
        return wait == 0 ? Optional.empty() : Optional.of(CosmosErrors.tooManyRequests(wait));
    }

    /** Counts the charge of a member that was carried out. */
    void use(double charge) {
        owed += charge;
    }
}
