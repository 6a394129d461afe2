package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonArray;
import java.util.List;

/** An array; it holds no MISSING. */
public final class ArrayValue extends JsonArray<Value> implements Value {
    private ArrayValue(List<Value> elements) {
        super(elements, N1qlDialect.DIALECT);
    }

    private ArrayValue(JsonView view) {
        super(view);
    }

    static ArrayValue of(List<Value> elements) {
        return new ArrayValue(elements);
    }

    static ArrayValue stored(JsonView view) {
        return new ArrayValue(view);
    }

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public boolean truth() {
        return iterator().hasNext();
    }

    @Override
    protected Value read(JsonView element) {
        return Values.stored(element);
    }

    @Override
    public Value element(long index) {
        long from = index < 0 ? size() + index : index;
        Value element = from < 0 || from > Integer.MAX_VALUE ? null : at((int) from);
        return element == null ? MissingValue.MISSING : element;
    }

    @Override
    public String toString() {
        return Values.json(this);
    }
}
