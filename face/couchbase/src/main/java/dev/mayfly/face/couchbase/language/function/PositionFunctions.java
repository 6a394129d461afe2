package dev.mayfly.face.couchbase.language.function;

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
import java.util.Arrays;

/**
 * Functions that count what a string consists of: bytes of UTF-8, and characters in those whose names begin with MB.
 * NULL of all else, and of positions outside of the string.
 */
final class PositionFunctions {
    private PositionFunctions() {}

    static void addTo(FunctionTable table) {
        table.string("LENGTH", text -> Values.of(utf8(text).length));
        table.string("MB_LENGTH", text -> Values.of(text.codePointCount(0, text.length())));
        table.one("LEN", PositionFunctions::length);
        for (int first : new int[] {0, 1}) {
            table.two("POSITION" + first, (text, part) -> position(text, part, first, false));
            table.two("MB_POSITION" + first, (text, part) -> position(text, part, first, true));
            table.alias("POS" + first, "POSITION" + first);
            table.alias("MB_POS" + first, "MB_POSITION" + first);
            table.add("SUBSTR" + first, 2, 3, arguments -> substring(arguments, first, false));
            table.add("MB_SUBSTR" + first, 2, 3, arguments -> substring(arguments, first, true));
        }
        table.alias("POSITION", "POSITION0");
        table.alias("POS", "POSITION0");
        table.alias("MB_POSITION", "MB_POSITION0");
        table.alias("MB_POS", "MB_POSITION0");
        table.alias("SUBSTR", "SUBSTR0");
        table.alias("MB_SUBSTR", "MB_SUBSTR0");
        table.add("LPAD", 2, 3, arguments -> padded(arguments, true, false));
        table.add("RPAD", 2, 3, arguments -> padded(arguments, false, false));
        table.add("MB_LPAD", 2, 3, arguments -> padded(arguments, true, true));
        table.add("MB_RPAD", 2, 3, arguments -> padded(arguments, false, true));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int size(String text, boolean characters) {
        return characters ? text.codePointCount(0, text.length()) : utf8(text).length;
    }

    /** How many bytes a string has, elements an array, fields an object, and digits a number. */
    private static Value length(Value value) {
        return switch (value) {
            case MissingValue _, NullValue _ -> value;
            case StringValue text -> Values.of(text.utf8().length);
            case ArrayValue array -> Values.of(array.size());
            case ObjectValue object -> Values.of(object.size());
            case NumberValue number -> Values.of(number.toString().length());
            case BooleanValue _ -> Values.of(1);
            case BinaryValue binary -> Values.of(binary.bytes().length);
        };
    }

    private static Value position(Value text, Value part, int first, boolean characters) {
        return StringFunctions.texts(text, part, (whole, sought) -> {
            int found = whole.indexOf(sought);
            return Values.of(found < 0 ? first - 1 : size(whole.substring(0, found), characters) + first);
        });
    }

    private static Value substring(Value[] arguments, int first, boolean characters) {
        if (!(arguments[0] instanceof StringValue text)
                || !FunctionTable.isLong(arguments[1])
                || (arguments.length == 3 && !FunctionTable.isLong(arguments[2]))) {
            return Values.NULL;
        }
        int[] codes = codes(text.stringValue(), characters);
        long asked = FunctionTable.longOf(arguments[1]);
        long from = asked < 0 ? asked + codes.length : asked - (asked > 0 ? first : 0);
        if (from < 0 || from >= codes.length) {
            return Values.NULL;
        }
        long length = arguments.length == 3 ? FunctionTable.longOf(arguments[2]) : codes.length - from;
        if (length < 0) {
            return Values.NULL;
        }
        int until = (int) Math.min(codes.length, from + Math.min(length, codes.length));
        return Values.of(text(Arrays.copyOfRange(codes, (int) from, until), characters));
    }

    /** What a string consists of: characters, or bytes. */
    private static int[] codes(String text, boolean characters) {
        if (characters) {
            return text.codePoints().toArray();
        }
        byte[] bytes = utf8(text);
        int[] codes = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            codes[i] = bytes[i];
        }
        return codes;
    }

    private static String text(int[] codes, boolean characters) {
        if (characters) {
            return new String(codes, 0, codes.length);
        }
        byte[] bytes = new byte[codes.length];
        for (int i = 0; i < codes.length; i++) {
            bytes[i] = (byte) codes[i];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Value padded(Value[] arguments, boolean left, boolean characters) {
        Value filler = arguments.length == 3 ? arguments[2] : Values.of(" ");
        if (!FunctionTable.isLong(arguments[1]) || FunctionTable.longOf(arguments[1]) < 0) {
            return Values.NULL;
        }
        long length = FunctionTable.longOf(arguments[1]);
        StringFunctions.requireShort(length);
        return StringFunctions.texts(
                arguments[0], filler, (text, pad) -> padded(text, pad, (int) length, left, characters));
    }

    private static Value padded(String text, String pad, int length, boolean left, boolean characters) {
        int[] codes = codes(text, characters);
        int[] fill = codes(pad, characters);
        if (fill.length == 0) {
            return Values.NULL;
        }
        int more = Math.max(0, length - codes.length);
        int[] out = new int[length];
        for (int i = 0; i < more; i++) {
            out[left ? i : codes.length + i] = fill[i % fill.length];
        }
        System.arraycopy(codes, 0, out, left ? more : 0, Math.min(codes.length, length));
        return Values.of(text(out, characters));
    }
}
