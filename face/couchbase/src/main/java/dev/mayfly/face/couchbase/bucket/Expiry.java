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

    /** What {@link #asked} answers when the instant asked for is beyond the latest. */
    public static final long TOO_LATE = -1;

    /** Up to here an expiry in a request is a number of seconds from now, beyond it an instant. */
    public static final long RELATIVE_MAX = 30L * 24 * 60 * 60;

    private static final long MILLIS = 1_000;

    private Expiry() {}

    /**
     * What a request's expiry field asks for, as an instant.
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
     * What is stored when this expiry is asked for: the limit is the default too, and what is past already stays past.
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

    /** Both at once: from the field of a request to what is stored, or {@link #TOO_LATE}. */
    public static long stored(long field, long now, int limit) {
        long instant = asked(field, now);
        return instant == TOO_LATE ? TOO_LATE : limited(instant, now, limit);
    }

    /** A document lives until its second is over. */
    public static Lifetime lifetime(long expiry) {
        return expiry == NEVER ? Lifetime.FOREVER : new Lifetime.Until((expiry + 1) * MILLIS);
    }

    /** What {@link #lifetime} was made of. */
    public static long of(Lifetime lifetime) {
        return lifetime instanceof Lifetime.Until(long millis) ? millis / MILLIS - 1 : NEVER;
    }
}
