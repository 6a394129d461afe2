package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.View;

/**
 * The lifetime that a document's root field {@code ttl} asks for, in force where the collection has a TTL index on
 * {@code _ts}. A value that is not a whole number of 32 bits asks for nothing, and so do 0 and what is below -1.
 */
public final class Lifetimes {
    private static final int FOREVER = -1;

    private Lifetimes() {}

    public static Lifetime of(View document) {
        View ttl = document.field("ttl");
        return ttl == null ? Lifetime.INHERIT : of(seconds(ttl));
    }

    private static Lifetime of(int seconds) {
        if (seconds == FOREVER) {
            return Lifetime.FOREVER;
        }
        return seconds > 0 ? new Lifetime.For(seconds) : Lifetime.INHERIT;
    }

    private static int seconds(View ttl) {
        return switch (ttl.type()) {
            case INT32 -> ttl.intValue();
            case INT64 -> ttl.longValue() == (int) ttl.longValue() ? (int) ttl.longValue() : 0;
            case DOUBLE -> ttl.doubleValue() == (int) ttl.doubleValue() ? (int) ttl.doubleValue() : 0;
            default -> 0;
        };
    }
}
