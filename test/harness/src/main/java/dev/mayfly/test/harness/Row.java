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

    /** The client's action. */
    String when();

    /** The server's behaviour. */
    String then();

    /** The part of it that is not built, and refused. */
    String missing() default "";

    /** The behaviour of the original where it differs, and the reason why it is not so here. */
    String unlike() default "";
}
