package dev.mayfly.engine.event;

import org.jspecify.annotations.Nullable;

/** The kinds of events about a document. */
public enum EventKind {
    /** Expiry has hidden it. */
    EXPIRED(1),
    /** It had been announced as expired and lives again, since the policy was changed. */
    BROUGHT_BACK(2),
    /** Expiry has hidden a property of it. */
    PROPERTY_EXPIRED(3);

    private final int code;

    EventKind(int code) {
        this.code = code;
    }

    /** The number that names this kind on disk; never reused. */
    public int code() {
        return code;
    }

    /** The kind of this number, or null. */
    public static @Nullable EventKind ofCode(int code) {
        return switch (code) {
            case 1 -> EXPIRED;
            case 2 -> BROUGHT_BACK;
            case 3 -> PROPERTY_EXPIRED;
            default -> null;
        };
    }
}
