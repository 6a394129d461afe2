package dev.mayfly.face.mongo.failpoint;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** One place where requests can be made to fail, and whether they do at present. Safe for concurrent use. */
public final class FailPoint {
    private FailPointMode mode = new FailPointMode.Off();
    private @Nullable FailureSpec failure;
    private long reached;
    private long triggered;
    private volatile boolean isSet;

    /** Returns whether the fail point may trigger; the check costs nothing. */
    public boolean isSet() {
        return isSet;
    }

    /** Sets it, and answers how often it has triggered since the start. */
    synchronized long configure(FailPointMode next, BsonDocument data) {
        failure = next instanceof FailPointMode.Off ? null : FailureSpec.of(data);
        mode = next;
        reached = 0;
        isSet = failure != null;
        return triggered;
    }

    /**
     * Reaches the point; only requests that the failure is meant for count.
     *
     * @return the failure to cause, or null for none
     */
    public synchronized @Nullable FailureSpec reach(Predicate<FailureSpec> concerned) {
        FailureSpec spec = failure;
        if (spec == null || !concerned.test(spec)) {
            return null;
        }
        reached++;
        if (!triggersNow()) {
            return null;
        }
        triggered++;
        return spec;
    }

    private boolean triggersNow() {
        return switch (mode) {
            case FailPointMode.Off _ -> false;
            case FailPointMode.AlwaysOn _ -> true;
            case FailPointMode.Times(long count) -> reached <= count;
            case FailPointMode.Skip(long count) -> reached > count;
            case FailPointMode.Random(double probability) ->
                ThreadLocalRandom.current().nextDouble() < probability;
        };
    }
}
