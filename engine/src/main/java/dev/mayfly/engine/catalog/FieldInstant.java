package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.EarliestDate;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.expiry.Deadlines;

/** The instant that a queue over a field finds in a document. */
public enum FieldInstant {
    /** The earliest date at the path, whatever lifetime the document has. */
    EARLIEST_DATE,
    /** The whole number of seconds since the epoch at the path, of documents that inherit their lifetime. */
    EPOCH_SECOND,
    /** The same, plus the document's lifetime, of documents with a lifetime in seconds. */
    EPOCH_SECOND_AND_LIFETIME;

    private static final long MILLIS = 1_000;

    /** The bound below which seconds can be expressed in milliseconds. */
    private static final double SECONDS_MAX = (double) Long.MAX_VALUE / MILLIS;

    /** Returns the instant in milliseconds since the epoch, or {@link Deadlines#NO_DEADLINE} if there is none. */
    public long in(View document, FieldPath path, Lifetime lifetime) {
        return switch (this) {
            case EARLIEST_DATE -> {
                long earliest = EarliestDate.at(document, path);
                yield earliest == EarliestDate.NONE ? Deadlines.NO_DEADLINE : earliest;
            }
            case EPOCH_SECOND -> lifetime instanceof Lifetime.Inherit ? second(document, path) : Deadlines.NO_DEADLINE;
            case EPOCH_SECOND_AND_LIFETIME ->
                lifetime instanceof Lifetime.For(long seconds)
                        ? Deadlines.plus(second(document, path), Deadlines.secondsToMillis(seconds))
                        : Deadlines.NO_DEADLINE;
        };
    }

    /** Returns the whole number of seconds since the epoch at the path, in milliseconds, or {@link Deadlines#NO_DEADLINE}. */
    public static long second(View document, FieldPath path) {
        View value = path.in(document);
        if (value == null || !value.type().isNumber()) {
            return Deadlines.NO_DEADLINE;
        }
        double seconds = value.doubleValue();
        boolean isWhole = seconds == Math.rint(seconds) && Math.abs(seconds) < SECONDS_MAX;
        return isWhole ? ((long) seconds) * MILLIS : Deadlines.NO_DEADLINE;
    }
}
