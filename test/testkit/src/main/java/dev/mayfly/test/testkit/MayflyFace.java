package dev.mayfly.test.testkit;

import java.util.Locale;

/** A protocol by which the server of a test is reached. */
public enum MayflyFace {
    MONGO,
    COSMOS,
    COUCHBASE,
    ADMIN;

    /** Its name as {@code mayfly serve} writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
