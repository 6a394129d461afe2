package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlKind;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNull;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** Functions that test the type of a value or convert it to another. */
final class TypeFunctions {
    private TypeFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.one("TYPE", value -> N1qlValues.of(value.kind().typeName()));
        test(table, "ISARRAY", value -> value.kind() == N1qlKind.ARRAY);
        test(table, "ISATOM", TypeFunctions::isAtom);
        test(table, "ISBOOLEAN", value -> value.kind() == N1qlKind.BOOLEAN);
        test(table, "ISNUMBER", value -> value.kind() == N1qlKind.NUMBER);
        test(table, "ISOBJECT", value -> value.kind() == N1qlKind.OBJECT);
        test(table, "ISSTRING", value -> value.kind() == N1qlKind.STRING);
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
        table.one("ISBINARY", value -> N1qlValues.of(value.kind() == N1qlKind.BINARY));
        table.alias("IS_BINARY", "ISBINARY");
        table.alias("ISBIN", "ISBINARY");
        table.alias("IS_BIN", "ISBINARY");
        table.alias("TYPE_NAME", "TYPE");
        table.alias("TYPENAME", "TYPE");
        table.one("TOARRAY", TypeFunctions::toArray);
        table.one("TOATOM", TypeFunctions::toAtom);
        table.one("TOBOOLEAN", value -> value.isUnknown() ? value : N1qlValues.of(value.truth()));
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
    private static void test(N1qlFunctionTable table, String name, Predicate<N1qlValue> test) {
        table.one(name, value -> value.isUnknown() ? value : N1qlValues.of(test.test(value)));
    }

    private static boolean isAtom(N1qlValue value) {
        return switch (value.kind()) {
            case BOOLEAN, NUMBER, STRING -> true;
            case MISSING, NULL, ARRAY, OBJECT, BINARY -> false;
        };
    }

    private static N1qlValue toArray(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _, N1qlNull _, N1qlArray _ -> value;
            case N1qlBinary _ -> N1qlValues.NULL;
            case N1qlBoolean _, N1qlNumber _, N1qlString _, N1qlObject _ -> N1qlValues.array(List.of(value));
        };
    }

    private static N1qlValue toAtom(N1qlValue value) {
        return switch (value) {
            case N1qlArray array when array.size() == 1 -> toAtom(array.element(0));
            case N1qlObject object
            when object.size() == 1 -> toAtom(object.toMap().firstEntry().getValue());
            case N1qlArray _, N1qlObject _ -> N1qlValues.NULL;
            case N1qlMissing _, N1qlNull _, N1qlBoolean _, N1qlNumber _, N1qlString _, N1qlBinary _ -> value;
        };
    }

    private static N1qlValue toNumber(N1qlValue[] arguments) {
        N1qlValue value = arguments[0];
        return switch (value) {
            case N1qlMissing _, N1qlNull _, N1qlNumber _ -> value;
            case N1qlBoolean known -> N1qlValues.of(known.truth() ? 1 : 0);
            case N1qlString text -> Numerals.parse(withoutSeparators(text.stringValue(), arguments));
            case N1qlArray _, N1qlObject _, N1qlBinary _ -> N1qlValues.NULL;
        };
    }

    private static String withoutSeparators(String text, N1qlValue[] arguments) {
        if (arguments.length < 2 || !(arguments[1] instanceof N1qlString separators)) {
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

    private static N1qlValue toObject(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _, N1qlNull _, N1qlObject _ -> value;
            case N1qlArray _, N1qlBoolean _, N1qlNumber _, N1qlString _, N1qlBinary _ -> N1qlValues.EMPTY_OBJECT;
        };
    }

    /** Returns the number without an exponent. */
    private static String plain(N1qlNumber number) {
        double value = number.doubleValue();
        if (number.isLong() || value == 0) {
            return number.toString();
        }
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    private static N1qlValue toText(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _, N1qlNull _, N1qlString _ -> value;
            case N1qlBoolean _ -> N1qlValues.of(value.toString());
            case N1qlNumber number -> N1qlValues.of(plain(number));
            case N1qlBinary binary -> N1qlValues.of(new String(binary.bytes(), StandardCharsets.UTF_8));
            case N1qlArray _, N1qlObject _ -> N1qlValues.NULL;
        };
    }
}
