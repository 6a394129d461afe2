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

    /** Whether it may trigger, which costs nothing to ask. */
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
     * Reaches the point; only what the failure is meant for counts.
     *
     * @return what shall go wrong, or null for nothing
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
