package dev.mayfly.test.cosmos;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which table of {@code docs/faces/cosmos.md} the tests of a class are the rows of. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface Rows {
    /** The table's name in the markers around it. */
    String value();
}
