package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.base.document.Lifetime;

/**
 * The expiry of a document: the last second, counted from the epoch, at which it lives; 0 if it lives forever.
 *
 * <p>Pure functions, called for every write.
 */
public final class Expiry {
    public static final long NEVER = 0;

    /** The latest that can be stored: 32 bits without a sign. */
    public static final long MAX = 0xFFFF_FFFFL;

    /** The answer of {@link #asked} when the requested instant is beyond the latest. */
    public static final long TOO_LATE = -1;

    /** The largest expiry of a request that counts seconds from now; a larger one is an instant. */
    public static final long RELATIVE_MAX = 30L * 24 * 60 * 60;

    private static final long MILLIS = 1_000;

    private Expiry() {}

    /**
     * Returns the instant that a request's expiry field asks for.
     *
     * @param field the 32 bits of the field, without a sign
     * @param now seconds since the epoch
     * @return an expiry, or {@link #TOO_LATE}
     */
    public static long asked(long field, long now) {
        if (field == NEVER || field > RELATIVE_MAX) {
            return field;
        }
        long instant = now + field;
        return instant > MAX ? TOO_LATE : instant;
    }

    /**
     * Returns the expiry to store for the requested one: the limit is the default too, and a past instant stays past.
     *
     * @param expiry an instant or {@link #NEVER}
     * @param limit as {@link MaxTtl#limit} tells
     */
    public static long limited(long expiry, long now, int limit) {
        if (limit == MaxTtl.NONE) {
            return expiry;
        }
        long latest = Math.min(now + limit, MAX);
        return expiry == NEVER || expiry > latest ? latest : expiry;
    }

    /** Returns the expiry to store for the field of a request, or {@link #TOO_LATE}: both steps at once. */
    public static long stored(long field, long now, int limit) {
        long instant = asked(field, now);
        return instant == TOO_LATE ? TOO_LATE : limited(instant, now, limit);
    }

    /** Returns the lifetime of an expiry: a document lives until its second is over. */
    public static Lifetime lifetime(long expiry) {
        return expiry == NEVER ? Lifetime.FOREVER : new Lifetime.Until((expiry + 1) * MILLIS);
    }

    /** Returns the expiry from which {@link #lifetime} was made. */
    public static long of(Lifetime lifetime) {
        return lifetime instanceof Lifetime.Until(long millis) ? millis / MILLIS - 1 : NEVER;
    }
}
