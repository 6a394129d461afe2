package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BinaryValue;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.Kind;
import dev.mayfly.face.couchbase.language.value.MissingValue;
import dev.mayfly.face.couchbase.language.value.NullValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** What a value is, and what it is as another type. */
final class TypeFunctions {
    private TypeFunctions() {}

    static void addTo(FunctionTable table) {
        table.one("TYPE", value -> Values.of(value.kind().typeName()));
        test(table, "ISARRAY", value -> value.kind() == Kind.ARRAY);
        test(table, "ISATOM", TypeFunctions::isAtom);
        test(table, "ISBOOLEAN", value -> value.kind() == Kind.BOOLEAN);
        test(table, "ISNUMBER", value -> value.kind() == Kind.NUMBER);
        test(table, "ISOBJECT", value -> value.kind() == Kind.OBJECT);
        test(table, "ISSTRING", value -> value.kind() == Kind.STRING);
        for (String word : List.of("ARRAY", "ATOM", "BOOLEAN", "NUMBER", "OBJECT", "STRING")) {
            table.alias("IS_" + word, "IS" + word);
        }
        table.alias("ISBOOL", "ISBOOLEAN");
        table.alias("IS_BOOL", "ISBOOLEAN");
        table.alias("ISNUM", "ISNUMBER");
        table.alias("IS_NUM", "ISNUMBER");
        table.alias("ISOBJ", "ISOBJECT");
        table.alias("IS_OBJ", "ISOBJECT");
        table.alias("ISSTR", "ISSTRING");
        table.alias("IS_STR", "ISSTRING");
        table.one("ISBINARY", value -> Values.of(value.kind() == Kind.BINARY));
        table.alias("IS_BINARY", "ISBINARY");
        table.alias("ISBIN", "ISBINARY");
        table.alias("IS_BIN", "ISBINARY");
        table.alias("TYPE_NAME", "TYPE");
        table.alias("TYPENAME", "TYPE");
        table.one("TOARRAY", TypeFunctions::toArray);
        table.one("TOATOM", TypeFunctions::toAtom);
        table.one("TOBOOLEAN", value -> value.isUnknown() ? value : Values.of(value.truth()));
        table.any("TONUMBER", 1, 2, TypeFunctions::toNumber);
        table.one("TOOBJECT", TypeFunctions::toObject);
        table.one("TOSTRING", TypeFunctions::toText);
        for (String word : List.of("ARRAY", "ATOM", "BOOLEAN", "NUMBER", "OBJECT", "STRING")) {
            table.alias("TO_" + word, "TO" + word);
        }
        table.alias("TOBOOL", "TOBOOLEAN");
        table.alias("TO_BOOL", "TOBOOLEAN");
        table.alias("TONUM", "TONUMBER");
        table.alias("TO_NUM", "TONUMBER");
        table.alias("TOOBJ", "TOOBJECT");
        table.alias("TO_OBJ", "TOOBJECT");
        table.alias("TOSTR", "TOSTRING");
        table.alias("TO_STR", "TOSTRING");
    }

    /** Says MISSING of MISSING and NULL of NULL. */
    private static void test(FunctionTable table, String name, Predicate<Value> test) {
        table.one(name, value -> value.isUnknown() ? value : Values.of(test.test(value)));
    }

    private static boolean isAtom(Value value) {
        return switch (value.kind()) {
            case BOOLEAN, NUMBER, STRING -> true;
            case MISSING, NULL, ARRAY, OBJECT, BINARY -> false;
        };
    }

    private static Value toArray(Value value) {
        return switch (value) {
            case MissingValue _, NullValue _, ArrayValue _ -> value;
            case BinaryValue _ -> Values.NULL;
            case BooleanValue _, NumberValue _, StringValue _, ObjectValue _ -> Values.array(List.of(value));
        };
    }

    private static Value toAtom(Value value) {
        return switch (value) {
            case ArrayValue array when array.size() == 1 -> toAtom(array.element(0));
            case ObjectValue object
            when object.size() == 1 -> toAtom(object.toMap().firstEntry().getValue());
            case ArrayValue _, ObjectValue _ -> Values.NULL;
            case MissingValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _, BinaryValue _ -> value;
        };
    }

    private static Value toNumber(Value[] arguments) {
        Value value = arguments[0];
        return switch (value) {
            case MissingValue _, NullValue _, NumberValue _ -> value;
            case BooleanValue known -> Values.of(known.truth() ? 1 : 0);
            case StringValue text -> Numerals.parse(withoutSeparators(text.stringValue(), arguments));
            case ArrayValue _, ObjectValue _, BinaryValue _ -> Values.NULL;
        };
    }

    private static String withoutSeparators(String text, Value[] arguments) {
        if (arguments.length < 2 || !(arguments[1] instanceof StringValue separators)) {
            return text;
        }
        String unwanted = separators.stringValue();
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (unwanted.indexOf(text.charAt(i)) < 0) {
                kept.append(text.charAt(i));
            }
        }
        return kept.toString();
    }

    private static Value toObject(Value value) {
        return switch (value) {
            case MissingValue _, NullValue _, ObjectValue _ -> value;
            case ArrayValue _, BooleanValue _, NumberValue _, StringValue _, BinaryValue _ -> Values.EMPTY_OBJECT;
        };
    }

    /** Without an exponent. */
    private static String plain(NumberValue number) {
        double value = number.doubleValue();
        if (number.isLong() || value == 0) {
            return number.toString();
        }
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    private static Value toText(Value value) {
        return switch (value) {
            case MissingValue _, NullValue _, StringValue _ -> value;
            case BooleanValue _ -> Values.of(value.toString());
            case NumberValue number -> Values.of(plain(number));
            case BinaryValue binary -> Values.of(new String(binary.bytes(), StandardCharsets.UTF_8));
            case ArrayValue _, ObjectValue _ -> Values.NULL;
        };
    }
}
