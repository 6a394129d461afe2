package dev.mayfly.test.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which table of a face's page the tests of a class are the rows of. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rows {
    /** The table's name in the markers around it. */
    String value();
}
