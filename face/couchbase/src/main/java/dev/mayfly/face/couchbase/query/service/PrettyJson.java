package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNull;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** Writes values for people, if they ask for it: a line for each part. */
final class PrettyJson {
    static final String INDENT = "    ";

    private PrettyJson() {}

    /** @param prefix what every line but the first begins with */
    static void write(N1qlValue value, String prefix, JsonSink out) {
        switch (value) {
            case N1qlObject object -> object(object, prefix, out);
            case N1qlArray array -> array(array, prefix, out);
            case N1qlMissing _, N1qlNull _, N1qlBoolean _, N1qlNumber _, N1qlString _, N1qlBinary _ -> value.write(out);
        }
    }

    private static void object(N1qlObject object, String prefix, JsonSink out) {
        JsonObject.Fields<N1qlValue> fields = object.fields();
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

    private static void array(N1qlArray array, String prefix, JsonSink out) {
        String inner = prefix + INDENT;
        char before = '[';
        for (N1qlValue element : array) {
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
