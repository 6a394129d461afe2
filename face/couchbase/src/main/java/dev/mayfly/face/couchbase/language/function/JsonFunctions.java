package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNull;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;

/** Functions of JSON as text, and of its encodings. */
final class JsonFunctions {
    private JsonFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.string("JSON_DECODE", JsonFunctions::decode);
        table.alias("DECODE_JSON", "JSON_DECODE");
        table.one("JSON_ENCODE", value -> N1qlValues.of(encoded(value)));
        table.alias("ENCODE_JSON", "JSON_ENCODE");
        table.one("ENCODED_SIZE", value -> N1qlValues.of(json(value).length));
        table.one("PAIRS", JsonFunctions::pairs);
        table.one("POLY_LENGTH", JsonFunctions::length);
        table.one("BASE64_ENCODE", JsonFunctions::toBase64);
        table.alias("BASE64", "BASE64_ENCODE");
        table.alias("ENCODE_BASE64", "BASE64_ENCODE");
        table.string("BASE64_DECODE", JsonFunctions::ofBase64);
        table.alias("DECODE_BASE64", "BASE64_DECODE");
    }

    private static byte[] json(N1qlValue value) {
        return encoded(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The JSON of a value, in which the fields of each object are sorted by their names. MISSING is null there. */
    static String encoded(N1qlValue value) {
        return N1qlValues.json(value.isMissing() ? N1qlValues.NULL : N1qlValues.sorted(value));
    }

    private static N1qlValue decode(String text) {
        try {
            return N1qlValues.parse(text.strip());
        } catch (MalformedDocumentException _) {
            return N1qlValues.NULL;
        }
    }

    private static N1qlValue length(N1qlValue value) {
        return switch (value) {
            case N1qlString text -> N1qlValues.of(text.utf8().length);
            case N1qlArray array -> N1qlValues.of(array.size());
            case N1qlObject object -> N1qlValues.of(object.size());
            case N1qlMissing _ -> value;
            case N1qlNull _, N1qlBoolean _, N1qlNumber _, N1qlBinary _ -> N1qlValues.NULL;
        };
    }

    /** Returns all fields at all depths, each as its name and its value. */
    private static N1qlValue pairs(N1qlValue value) {
        if (!(value instanceof N1qlArray) && !(value instanceof N1qlObject)) {
            return value.isMissing() ? value : N1qlValues.NULL;
        }
        List<N1qlValue> pairs = new ArrayList<>();
        addPairs(value, pairs);
        return N1qlValues.array(pairs);
    }

    private static void addPairs(N1qlValue value, List<N1qlValue> pairs) {
        if (value instanceof N1qlArray array) {
            for (N1qlValue element : array) {
                addPairs(element, pairs);
            }
        } else if (value instanceof N1qlObject object) {
            new TreeMap<>(object.toMap()).forEach((name, field) -> {
                pairs.add(pair(name, field));
                Iterable<N1qlValue> inside = field instanceof N1qlArray array ? array : List.of();
                for (N1qlValue element : inside) {
                    pairs.add(pair(name, element));
                }
                addPairs(field, pairs);
            });
        }
    }

    private static N1qlValue pair(String name, N1qlValue value) {
        return N1qlValues.array(List.of(N1qlValues.of(name), value));
    }

    private static N1qlValue toBase64(N1qlValue value) {
        if (value.isMissing()) {
            return value;
        }
        byte[] bytes = value instanceof N1qlBinary binary ? binary.bytes() : json(value);
        return N1qlValues.of(Base64.getEncoder().encodeToString(bytes));
    }

    private static N1qlValue ofBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            try {
                return N1qlValues.parse(bytes);
            } catch (MalformedDocumentException _) {
                return N1qlValues.binary(bytes);
            }
        } catch (IllegalArgumentException _) {
            return N1qlValues.NULL;
        }
    }
}
