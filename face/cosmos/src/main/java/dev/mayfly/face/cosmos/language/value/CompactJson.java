package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.query.value.JsonSink;

/** JSON without white space and with numbers as they are computed, however the value was stored: what ToString says. */
public final class CompactJson {
    private CompactJson() {}

    /** The text of a value that is not undefined. At the outermost, a number that JSON lacks stands without quotes. */
    public static String of(Value value) {
        if (value instanceof NumberValue number) {
            return number.toString();
        }
        JsonSink out = Values.sink();
        write(value, out);
        return out.toString();
    }

    private static void write(Value value, JsonSink out) {
        switch (value) {
            case NumberValue number -> {
                if (number.isLong()) {
                    out.number(number.longValue());
                } else {
                    out.number(number.doubleValue());
                }
            }
            case StringValue text -> out.string(text.stringValue());
            case ArrayValue array -> write(array, out);
            case ObjectValue object -> write(object, out);
            case UndefinedValue _, NullValue _, BooleanValue _ -> value.write(out);
        }
    }

    private static void write(ArrayValue array, JsonSink out) {
        out.put('[');
        int first = out.length();
        for (Value element : array) {
            if (out.length() > first) {
                out.put(',');
            }
            write(element, out);
        }
        out.put(']');
    }

    private static void write(ObjectValue object, JsonSink out) {
        out.put('{');
        int first = out.length();
        JsonObject.Fields<Value> fields = object.fields();
        while (fields.next()) {
            if (out.length() > first) {
                out.put(',');
            }
            out.string(fields.name());
            out.put(':');
            write(fields.value(), out);
        }
        out.put('}');
    }
}
