package dev.mayfly.test.conformance.mongo;

import java.util.Locale;

/** How a collection shows what has expired. */
enum Visibility {
    /** Not at all from its deadline on. */
    EXACT,
    /** Until the monitor's next pass, as mongod does. */
    LAZY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
