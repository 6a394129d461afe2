package dev.mayfly.base.query;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads vectors that are arrays of numbers. */
public final class VectorNumbers {
    private static final int CAPACITY = 64;

    private VectorNumbers() {}

    /** Returns the numbers of an array that has some and nothing else, or null. */
    public static double @Nullable [] of(View value) {
        if (value.type() != ValueType.ARRAY) {
            return null;
        }
        double[] numbers = new double[CAPACITY];
        int count = 0;
        View.Fields elements = value.fields();
        while (elements.next()) {
            if (!elements.value().type().isNumber()) {
                return null;
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = elements.value().doubleValue();
        }
        return count == 0 ? null : Arrays.copyOf(numbers, count);
    }
}
