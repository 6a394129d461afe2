package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/** Copies of values that may be kept: a stored value would keep its whole item. */
final class Detached {
    /** About what a small value costs. */
    private static final int VALUE_BYTES = 48;

    private Detached() {}

    static Value of(Value value) {
        return switch (value.kind()) {
            case UNDEFINED, NULL, BOOLEAN -> value;
            case STRING -> Values.of(((StringValue) value).stringValue());
            // What is no finite number has no JSON of its own; it was computed, so it keeps nothing else.
            case NUMBER -> Double.isFinite(((NumberValue) value).doubleValue()) ? of(json(value)) : value;
            case ARRAY, OBJECT -> of(json(value));
        };
    }

    static byte[] json(Value value) {
        JsonSink out = Values.sink();
        value.write(out);
        return out.toByteArray();
    }

    /** The value of a JSON text that was written here. */
    static Value of(byte[] json) {
        return Values.stored(JsonView.of(json));
    }

    /** About how many bytes of memory a detached value takes. */
    static int bytesOf(Value value) {
        if (value instanceof NumberValue) {
            return VALUE_BYTES;
        }
        if (value instanceof StringValue text) {
            return VALUE_BYTES + 2 * text.stringValue().length();
        }
        return value.kind().compareTo(Kind.NUMBER) < 0 ? 0 : VALUE_BYTES + json(value).length;
    }
}
