package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ValueOrder;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Equals one of many values, or matches one of some patterns. */
public final class InSet implements ValueTest {
    /** Ascending, so that a large set is searched and not walked. */
    private final List<View> values;

    private final List<RegexTest> patterns;
    private final boolean hasNull;
    private final Collation collation;

    /** @param values with keys for their texts */
    InSet(List<View> values, List<RegexTest> patterns, Collation collation) {
        List<View> sorted = new ArrayList<>(values);
        sorted.sort(ValueOrder.COMPARATOR);
        this.values = List.copyOf(sorted);
        this.collation = collation;
        this.patterns = List.copyOf(patterns);
        this.hasNull = sorted.stream().anyMatch(value -> value.type() == ValueType.NULL);
    }

    List<View> values() {
        return values;
    }

    public Collation collation() {
        return collation;
    }

    List<RegexTest> patterns() {
        return patterns;
    }

    @Override
    public boolean passes(@Nullable View value) {
        if (value == null) {
            return hasNull;
        }
        if (value.type() == ValueType.UNDEFINED) {
            // A set of nothing but null is an equality, and that alone takes undefined for null.
            return hasNull && values.size() == 1 && patterns.isEmpty();
        }
        if (Collections.binarySearch(values, collation.fold(value), ValueOrder.COMPARATOR) >= 0) {
            return true;
        }
        for (int i = 0; i < patterns.size(); i++) {
            if (patterns.get(i).passes(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InSet set
                && patterns.equals(set.patterns)
                && collation.equals(set.collation)
                && Arrays.deepEquals(keys(), set.keys());
    }

    @Override
    public int hashCode() {
        return 31 * patterns.hashCode() + Arrays.deepHashCode(keys());
    }

    private byte[][] keys() {
        byte[][] keys = new byte[values.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = KeyWriter.encode(values.get(i));
        }
        return keys;
    }
}
