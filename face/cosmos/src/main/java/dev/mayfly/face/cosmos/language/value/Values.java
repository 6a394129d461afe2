package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/** Makes values. */
public final class Values {
    public static final Value UNDEFINED = UndefinedValue.UNDEFINED;
    public static final Value NULL = NullValue.NULL;
    public static final Value TRUE = BooleanValue.TRUE;
    public static final Value FALSE = BooleanValue.FALSE;
    public static final StringValue EMPTY_STRING = StringValue.of("");
    public static final ArrayValue EMPTY_ARRAY = ArrayValue.of(List.of());

    private Values() {}

    public static Value of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static NumberValue of(double value) {
        return NumberValue.of(value);
    }

    public static NumberValue of(long value) {
        return NumberValue.of(value);
    }

    public static StringValue of(String value) {
        return StringValue.of(value);
    }

    /**
     * A copy of these elements without what is undefined.
     *
     * @throws dev.mayfly.face.cosmos.CosmosException when it consists of too many values
     */
    public static ArrayValue array(List<? extends Value> elements) {
        List<Value> defined = new ArrayList<>(elements.size());
        for (Value element : elements) {
            if (!element.isUndefined()) {
                defined.add(element);
            }
        }
        return ArrayValue.of(defined);
    }

    /**
     * A copy of these properties, in their order, without what is undefined.
     *
     * @throws dev.mayfly.face.cosmos.CosmosException when it consists of too many values
     */
    public static ObjectValue object(SequencedMap<String, Value> properties) {
        return ObjectValue.of(properties);
    }

    /** The value that a view shows, left where it is. The bytes must not change. */
    public static Value stored(JsonView view) {
        return switch (view.type()) {
            case OBJECT -> ObjectValue.stored(view);
            case ARRAY -> ArrayValue.stored(view);
            case STRING -> StringValue.stored(view);
            case BOOLEAN -> of(view.booleanValue());
            case INT32, INT64, DOUBLE -> NumberValue.stored(view);
            default -> NULL;
        };
    }

    /**
     * The value that this JSON text says. The bytes must not change.
     *
     * @throws dev.mayfly.base.document.MalformedDocumentException when it is no JSON
     */
    public static Value parse(byte[] json) {
        JsonValidator.validate(json, 0, json.length, JsonValidator.DEPTH_MAX);
        return stored(JsonView.of(json));
    }

    /** For JSON text of a few hundred bytes. */
    public static JsonSink sink() {
        return sink(256);
    }

    public static JsonSink sink(int bytesExpected) {
        return new JsonSink(CosmosDialect.DIALECT, bytesExpected);
    }

    /** The JSON text of a value that is not undefined. */
    public static String json(Value value) {
        JsonSink out = sink();
        value.write(out);
        return out.toString();
    }
}
