package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.List;
import java.util.Map;

/**
 * The values that a request gives for the parameters of its statement.
 *
 * @param named by their names without the dollar
 */
public record Parameters(List<N1qlValue> positional, Map<String, N1qlValue> named) {
    public static final Parameters NONE = new Parameters(List.of(), Map.of());

    public Parameters {
        positional = List.copyOf(positional);
        named = Map.copyOf(named);
    }

    /** Returns the parameters that an array of values says, or an object by their names; none of anything else. */
    public static Parameters of(N1qlValue values) {
        return switch (values) {
            case N1qlArray array -> new Parameters(array.elements(), Map.of());
            case N1qlObject object -> new Parameters(List.of(), object.toMap());
            default -> NONE;
        };
    }

    /** The value for {@code $1} and on, or of the first question mark and on. */
    public N1qlValue positional(int number) {
        if (number < 1 || number > positional.size()) {
            throw N1qlException.evaluation("No value for positional parameter " + number + ".");
        }
        return positional.get(number - 1);
    }

    public N1qlValue named(String name) {
        N1qlValue value = named.get(name);
        if (value == null) {
            throw N1qlException.evaluation("No value for named parameter $" + name + ".");
        }
        return value;
    }
}
