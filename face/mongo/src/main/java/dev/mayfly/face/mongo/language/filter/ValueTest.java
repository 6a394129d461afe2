package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question that one value answers. Immutable and safe for concurrent use. */
public sealed interface ValueTest
        permits Comparison,
                InSet,
                RegexTest,
                TypeTest,
                BitTest,
                GeoTest,
                ValueTest.Exists,
                ValueTest.Remainder,
                ValueTest.SizeIs,
                ValueTest.AnyElement,
                ValueTest.AnyObject,
                ValueTest.Every,
                ValueTest.Negated {
    /** Returns whether the value passes; null is a missing one. */
    boolean passes(@Nullable View value);

    /** Returns whether an array at the end of a path is tested by its elements too, and not only as a whole. */
    default boolean takesElements() {
        return true;
    }

    /** As passes, for an array, noting which element it was. */
    default boolean passesAt(View array, MatchedPosition position) {
        return passes(array);
    }

    /** There is a value. */
    record Exists() implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            return value != null;
        }

        @Override
        public boolean takesElements() {
            return false;
        }
    }

    /** A number that leaves this remainder, both cut off towards zero. */
    record Remainder(long divisor, long remainder) implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            return value != null
                    && value.type().isNumber()
                    && Double.isFinite(value.doubleValue())
                    && value.longValue() % divisor == remainder;
        }
    }

    /** An array of the given number of elements. */
    record SizeIs(long size) implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            if (value == null || value.type() != ValueType.ARRAY) {
                return false;
            }
            long count = 0;
            for (View.Fields elements = value.fields(); elements.next(); ) {
                count++;
            }
            return count == size;
        }

        @Override
        public boolean takesElements() {
            return false;
        }
    }

    /** An array with an element that passes. */
    record AnyElement(ValueTest test) implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            return value != null && value.type() == ValueType.ARRAY && indexIn(value) >= 0;
        }

        private int indexIn(View array) {
            RequestGuard guard = RequestGuard.current();
            View.Fields elements = array.fields();
            for (int i = 0; elements.next(); i++) {
                guard.step();
                if (test.passes(elements.value())) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public boolean passesAt(View array, MatchedPosition position) {
            return noted(indexIn(array), position);
        }

        @Override
        public boolean takesElements() {
            return false;
        }
    }

    /** An array with an object in it that matches; an array in it is read as an object with positions for names. */
    record AnyObject(MongoFilter filter) implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            return value != null && value.type() == ValueType.ARRAY && indexIn(value) >= 0;
        }

        private int indexIn(View array) {
            RequestGuard guard = RequestGuard.current();
            View.Fields elements = array.fields();
            for (int i = 0; elements.next(); i++) {
                guard.step();
                View element = elements.value();
                if (element.type() == ValueType.OBJECT && filter.matches(element)) {
                    return i;
                }
                if (element.type() == ValueType.ARRAY && filter.matches(new ArrayAsObject(element))) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public boolean passesAt(View array, MatchedPosition position) {
            return noted(indexIn(array), position);
        }

        @Override
        public boolean takesElements() {
            return false;
        }
    }

    /** Passes all of them. */
    record Every(List<ValueTest> tests) implements ValueTest {
        public Every {
            tests = List.copyOf(tests);
        }

        @Override
        public boolean passes(@Nullable View value) {
            for (int i = 0; i < tests.size(); i++) {
                if (!tests.get(i).passes(value)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Does not pass the other. Used for one value; at a path the whole filter is negated instead. */
    record Negated(ValueTest test) implements ValueTest {
        @Override
        public boolean passes(@Nullable View value) {
            return !test.passes(value);
        }
    }

    private static boolean noted(int index, MatchedPosition position) {
        if (index >= 0) {
            position.set(index);
        }
        return index >= 0;
    }
}
