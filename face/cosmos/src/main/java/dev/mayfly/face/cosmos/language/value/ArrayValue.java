package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonArray;
import java.util.List;

/** An array; it holds no undefined. */
public final class ArrayValue extends JsonArray<Value> implements Value {
    private ArrayValue(List<Value> elements) {
        super(elements, CosmosDialect.DIALECT);
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
    protected Value read(JsonView element) {
        return Values.stored(element);
    }

    @Override
    public Value element(int index) {
        Value element = at(index);
        return element == null ? UndefinedValue.UNDEFINED : element;
    }

    @Override
    public String toString() {
        return Values.json(this);
    }
}
