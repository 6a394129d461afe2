package dev.mayfly.test.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes a test one row of a table in the page of a face, which is written from these. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Row {
    /** Its place in the table of its class. */
    int number();

    /** What a client does. */
    String when();

    /** What happens. */
    String then();

    /** What of it is not built, and refused. */
    String missing() default "";

    /** Where what the face speaks for does something else: what, and why it is not so here. */
    String unlike() default "";
}
