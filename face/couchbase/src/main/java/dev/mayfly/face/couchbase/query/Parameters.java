package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import java.util.List;
import java.util.Map;

/**
 * The values that a request gives for the parameters of its statement.
 *
 * @param named by their names without the dollar
 */
public record Parameters(List<Value> positional, Map<String, Value> named) {
    public static final Parameters NONE = new Parameters(List.of(), Map.of());

    public Parameters {
        positional = List.copyOf(positional);
        named = Map.copyOf(named);
    }

    /** The value for {@code $1} and on, or of the first question mark and on. */
    public Value positional(int number) {
        if (number < 1 || number > positional.size()) {
            throw QueryException.evaluation("No value for positional parameter " + number + ".");
        }
        return positional.get(number - 1);
    }

    public Value named(String name) {
        Value value = named.get(name);
        if (value == null) {
            throw QueryException.evaluation("No value for named parameter $" + name + ".");
        }
        return value;
    }
}
