package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** An operator of a plan as EXPLAIN shows it, under way. */
public final class ExplainNode {
    private final SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();

    private ExplainNode(String operator) {
        with("#operator", operator);
    }

    public static ExplainNode operator(String operator) {
        return new ExplainNode(operator);
    }

    public ExplainNode with(String name, String text) {
        return with(name, N1qlValues.of(text));
    }

    public ExplainNode with(String name, N1qlValue value) {
        fields.put(name, value);
        return this;
    }

    public ExplainNode children(List<N1qlValue> operators) {
        return with("~children", N1qlValues.array(operators));
    }

    public N1qlValue value() {
        return N1qlValues.object(fields);
    }
}
