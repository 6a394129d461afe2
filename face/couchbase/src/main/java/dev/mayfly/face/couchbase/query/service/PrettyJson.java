package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BinaryValue;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.MissingValue;
import dev.mayfly.face.couchbase.language.value.NullValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;

/** Writes values for people, if they ask for it: a line for each part. */
final class PrettyJson {
    static final String INDENT = "    ";

    private PrettyJson() {}

    /** @param prefix what every line but the first begins with */
    static void write(Value value, String prefix, JsonSink out) {
        switch (value) {
            case ObjectValue object -> object(object, prefix, out);
            case ArrayValue array -> array(array, prefix, out);
            case MissingValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _, BinaryValue _ ->
                value.write(out);
        }
    }

    private static void object(ObjectValue object, String prefix, JsonSink out) {
        JsonObject.Fields<Value> fields = object.fields();
        String inner = prefix + INDENT;
        char before = '{';
        while (fields.next()) {
            line(before, inner, out);
            out.string(fields.name());
            out.ascii(": ");
            write(fields.value(), inner, out);
            before = ',';
        }
        close(before, '{', '}', prefix, out);
    }

    private static void array(ArrayValue array, String prefix, JsonSink out) {
        String inner = prefix + INDENT;
        char before = '[';
        for (Value element : array) {
            line(before, inner, out);
            write(element, inner, out);
            before = ',';
        }
        close(before, '[', ']', prefix, out);
    }

    private static void line(char before, String inner, JsonSink out) {
        out.put(before);
        out.put('\n');
        out.ascii(inner);
    }

    private static void close(char before, char open, char close, String prefix, JsonSink out) {
        if (before == open) {
            out.put(open);
        } else {
            out.put('\n');
            out.ascii(prefix);
        }
        out.put(close);
    }
}
