package dev.mayfly.engine.expiry;

/** One way in which a collection lets its documents die; of several the earliest deadline wins. */
public sealed interface Rule {
    /** The value for stored seconds that are not a valid number of seconds: they mean never, whatever wrote them. */
    long UNREADABLE = Long.MAX_VALUE;

    /** Returns true if the rule lets nothing die because its stored form is invalid. */
    default boolean isUnreadable() {
        return switch (this) {
            case Modified modified -> modified.seconds == UNREADABLE;
            case Field field -> field.afterSeconds == UNREADABLE;
            case Absolute _ -> false;
        };
    }

    /**
     * Documents die some time after their last modification.
     *
     * @param kind what becomes of documents that ask for nothing
     * @param seconds how long those live, for {@link Kind#AFTER}; at least 0
     */
    record Modified(Kind kind, long seconds) implements Rule {
        /** The default for documents without a lifetime of their own. */
        public enum Kind {
            /** Only documents with a lifetime of their own die. */
            NO_DEFAULT,
            /**
             * Documents with a lifetime of their own die by it, the others this number of seconds after their
             * modification.
             */
            AFTER
        }

        public Modified {
            requireSeconds(seconds);
        }
    }

    /**
     * Documents die some time after the earliest date in a field.
     *
     * @param queue the queue that is ordered by that date
     * @param afterSeconds how long after; at least 0
     */
    record Field(int queue, long afterSeconds) implements Rule {
        public Field {
            requireSeconds(afterSeconds);
        }
    }

    /** Documents stamped with an instant die at it. */
    record Absolute() implements Rule {}

    private static void requireSeconds(long seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("a rule never counts backwards");
        }
    }
}
