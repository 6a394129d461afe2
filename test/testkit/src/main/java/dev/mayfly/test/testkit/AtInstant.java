package dev.mayfly.test.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Winds the clock to an instant before the test. Time never goes back: where the server of the class has gone further
 * already, the test needs one of its own, see {@link Fresh}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface AtInstant {
    /** In ISO-8601, such as {@code 2026-03-01T00:00:00Z}. */
    String value();
}
