package dev.mayfly.base.query.value;

import java.util.function.Supplier;

/**
 * What a language says of its values where languages differ: how it writes numbers, and how it refuses what grows beyond
 * all measure.
 *
 * @param bytesMax how long a text of JSON may get
 */
public record Dialect(
        NumberText numbers,
        int bytesMax,
        Supplier<? extends RuntimeException> tooManyBytes,
        Supplier<? extends RuntimeException> tooManyParts) {}
