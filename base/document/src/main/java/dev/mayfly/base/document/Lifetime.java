package dev.mayfly.base.document;

/** The lifetime that a write asked for its document. */
public sealed interface Lifetime {
    Inherit INHERIT = new Inherit();
    Forever FOREVER = new Forever();

    /** Whatever the collection's policy says. */
    record Inherit() implements Lifetime {}

    /** No default applies. Rules over the document's own fields still do. */
    record Forever() implements Lifetime {}

    /** So many seconds after the last write; at least one. */
    record For(long seconds) implements Lifetime {
        public For {
            if (seconds <= 0) {
                throw new IllegalArgumentException("a lifetime is at least one second");
            }
        }
    }

    /** Until this instant, in milliseconds since the epoch. */
    record Until(long epochMillis) implements Lifetime {}
}
