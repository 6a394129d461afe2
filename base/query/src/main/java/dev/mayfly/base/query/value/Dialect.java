package dev.mayfly.base.query.value;

import java.util.function.Supplier;

/**
 * The rules on values in which languages differ: the form of numbers, and the error for values that grow too large.
 *
 * @param bytesMax how long a text of JSON may get
 */
public record Dialect(
        NumberText numbers,
        int bytesMax,
        Supplier<? extends RuntimeException> tooManyBytes,
        Supplier<? extends RuntimeException> tooManyParts) {}
