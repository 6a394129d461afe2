package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** An operator of a plan as EXPLAIN shows it, under way. */
final class Explained {
    private final SequencedMap<String, Value> fields = new LinkedHashMap<>();

    private Explained(String operator) {
        with("#operator", operator);
    }

    static Explained operator(String operator) {
        return new Explained(operator);
    }

    Explained with(String name, String text) {
        return with(name, Values.of(text));
    }

    Explained with(String name, Value value) {
        fields.put(name, value);
        return this;
    }

    Explained children(List<Value> operators) {
        return with("~children", Values.array(operators));
    }

    Value value() {
        return Values.object(fields);
    }
}
