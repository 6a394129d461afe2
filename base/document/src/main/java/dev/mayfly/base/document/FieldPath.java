package dev.mayfly.base.document;

import java.util.Arrays;
import java.util.List;

/** A dotted path such as {@code address.city}, split once. */
public record FieldPath(List<String> names) {
    public FieldPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a path has at least one name");
        }
    }

    /** Splits at every dot; "a..b" has an empty name in its middle. */
    public static FieldPath of(String dotted) {
        return new FieldPath(Arrays.asList(dotted.split("\\.", -1)));
    }

    public String dotted() {
        return String.join(".", names);
    }

    @Override
    public String toString() {
        return dotted();
    }
}
