package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.language.QueryException;
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
        table.one("JSON_ENCODE", value -> value.isMissing() ? value : Values.of(Values.json(value)));
        table.alias("ENCODE_JSON", "JSON_ENCODE");
        table.one("ENCODED_SIZE", value -> value.isMissing() ? value : Values.of(json(value).length));
        table.one("PAIRS", JsonFunctions::pairs);
        table.one("POLY_LENGTH", JsonFunctions::length);
        table.one("BASE64_ENCODE", JsonFunctions::toBase64);
        table.alias("BASE64", "BASE64_ENCODE");
        table.alias("ENCODE_BASE64", "BASE64_ENCODE");
        table.string("BASE64_DECODE", JsonFunctions::ofBase64);
        table.alias("DECODE_BASE64", "BASE64_DECODE");
    }

    private static byte[] json(Value value) {
        return Values.json(value).getBytes(StandardCharsets.UTF_8);
    }

    private static Value decode(String text) {
        if (text.isEmpty()) {
            return Values.MISSING;
        }
        try {
            return Values.parse(text);
        } catch (MalformedDocumentException _) {
            throw QueryException.evaluation("the text is no JSON");
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
        if (value.isUnknown()) {
            return value;
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
                Iterable<Value> inside = field instanceof ArrayValue array ? array : List.of();
                for (Value element : inside) {
                    pairs.add(pair(name, element));
                }
                pairs.add(pair(name, field));
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
