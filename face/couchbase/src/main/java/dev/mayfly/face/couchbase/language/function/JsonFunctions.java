package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BinaryValue;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.MissingValue;
import dev.mayfly.face.couchbase.language.value.NullValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;

/** Functions of JSON as text, and of its encodings. */
final class JsonFunctions {
    private JsonFunctions() {}

    static void addTo(FunctionTable table) {
        table.string("JSON_DECODE", JsonFunctions::decode);
        table.alias("DECODE_JSON", "JSON_DECODE");
        table.one("JSON_ENCODE", value -> Values.of(encoded(value)));
        table.alias("ENCODE_JSON", "JSON_ENCODE");
        table.one("ENCODED_SIZE", value -> Values.of(json(value).length));
        table.one("PAIRS", JsonFunctions::pairs);
        table.one("POLY_LENGTH", JsonFunctions::length);
        table.one("BASE64_ENCODE", JsonFunctions::toBase64);
        table.alias("BASE64", "BASE64_ENCODE");
        table.alias("ENCODE_BASE64", "BASE64_ENCODE");
        table.string("BASE64_DECODE", JsonFunctions::ofBase64);
        table.alias("DECODE_BASE64", "BASE64_DECODE");
    }

    private static byte[] json(Value value) {
        return encoded(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The JSON of a value, in which the fields of each object are sorted by their names. MISSING is null there. */
    static String encoded(Value value) {
        return Values.json(value.isMissing() ? Values.NULL : Values.sorted(value));
    }

    private static Value decode(String text) {
        try {
            return Values.parse(text.strip());
        } catch (MalformedDocumentException _) {
            return Values.NULL;
        }
    }

    private static Value length(Value value) {
        return switch (value) {
            case StringValue text -> Values.of(text.utf8().length);
            case ArrayValue array -> Values.of(array.size());
            case ObjectValue object -> Values.of(object.size());
            case MissingValue _ -> value;
            case NullValue _, BooleanValue _, NumberValue _, BinaryValue _ -> Values.NULL;
        };
    }

    /** All fields at all depths, each as its name and its value. */
    private static Value pairs(Value value) {
        if (!(value instanceof ArrayValue) && !(value instanceof ObjectValue)) {
            return value.isMissing() ? value : Values.NULL;
        }
        List<Value> pairs = new ArrayList<>();
        addPairs(value, pairs);
        return Values.array(pairs);
    }

    private static void addPairs(Value value, List<Value> pairs) {
        if (value instanceof ArrayValue array) {
            for (Value element : array) {
                addPairs(element, pairs);
            }
        } else if (value instanceof ObjectValue object) {
            new TreeMap<>(object.toMap()).forEach((name, field) -> {
                pairs.add(pair(name, field));
                Iterable<Value> inside = field instanceof ArrayValue array ? array : List.of();
                for (Value element : inside) {
                    pairs.add(pair(name, element));
                }
                addPairs(field, pairs);
            });
        }
    }

    private static Value pair(String name, Value value) {
        return Values.array(List.of(Values.of(name), value));
    }

    private static Value toBase64(Value value) {
        if (value.isMissing()) {
            return value;
        }
        byte[] bytes = value instanceof BinaryValue binary ? binary.bytes() : json(value);
        return Values.of(Base64.getEncoder().encodeToString(bytes));
    }

    private static Value ofBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            try {
                return Values.parse(bytes);
            } catch (MalformedDocumentException _) {
                return Values.binary(bytes);
            }
        } catch (IllegalArgumentException _) {
            return Values.NULL;
        }
    }
}
