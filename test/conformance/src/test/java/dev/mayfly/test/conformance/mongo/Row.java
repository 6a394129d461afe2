package dev.mayfly.test.conformance.mongo;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes a test one row of the compatibility table in {@code docs/faces/mongo.md}, which is written from these. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Row {
    /** Its place in the table of its class. */
    int number();

    /** What a client does. */
    String when();

    /** What happens. */
    String then();

    /** Where MongoDB does something else: what, and why it is not so here. */
    String unlike() default "";
}
