package dev.mayfly.test.testkit;

import dev.mayfly.test.testkit.MayflyEvents.Expired;
import java.time.Instant;
import java.util.Objects;

/** Sentences about one document that has expired. */
public final class ExpiredAssert {
    private final Expired expired;

    ExpiredAssert(Expired expired) {
        this.expired = expired;
    }

    public ExpiredAssert withReason(ExpiryReason reason) {
        return check("reason", reason, expired.reason());
    }

    /** By the rule of this name, such as that of an index. */
    public ExpiredAssert byRule(String rule) {
        return check("rule", rule, expired.rule());
    }

    public ExpiredAssert atDeadline(Instant deadline) {
        return check("deadline", deadline, expired.deadline());
    }

    private ExpiredAssert check(String what, Object wanted, Object found) {
        if (!Objects.equals(wanted, found)) {
            throw new AssertionError("the " + what + " should be " + wanted + ", but is " + found + ": " + expired);
        }
        return this;
    }
}
