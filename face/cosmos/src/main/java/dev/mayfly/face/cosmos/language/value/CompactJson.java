package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.query.value.JsonSink;

/** JSON without white space and with numbers as they are computed, however the value was stored: what ToString says. */
public final class CompactJson {
    private CompactJson() {}

    /** The text of a value that is not undefined. At the outermost, a number that JSON lacks stands without quotes. */
    public static String of(SqlValue value) {
        if (value instanceof SqlNumber number) {
            return number.toString();
        }
        JsonSink out = SqlValues.sink();
        write(value, out);
        return out.toString();
    }

    private static void write(SqlValue value, JsonSink out) {
        switch (value) {
            case SqlNumber number -> {
                if (number.isLong()) {
                    out.number(number.longValue());
                } else {
                    out.number(number.doubleValue());
                }
            }
            case SqlString text -> out.string(text.stringValue());
            case SqlArray array -> write(array, out);
            case SqlObject object -> write(object, out);
            case SqlUndefined _, SqlNull _, SqlBoolean _ -> value.write(out);
        }
    }

    private static void write(SqlArray array, JsonSink out) {
        out.put('[');
        int first = out.length();
        for (SqlValue element : array) {
            if (out.length() > first) {
                out.put(',');
            }
            write(element, out);
        }
        out.put(']');
    }

    private static void write(SqlObject object, JsonSink out) {
        out.put('{');
        int first = out.length();
        JsonObject.Fields<SqlValue> fields = object.fields();
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
