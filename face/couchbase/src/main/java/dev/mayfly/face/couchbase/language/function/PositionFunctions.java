package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.query.value.Text;
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
import java.util.Arrays;

/**
 * Functions that count what a string consists of: bytes of UTF-8, and characters in those whose names begin with MB.
 * NULL of all else, and of positions outside of the string.
 */
final class PositionFunctions {
    private PositionFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.string("LENGTH", text -> N1qlValues.of(utf8(text).length));
        table.string("MB_LENGTH", text -> N1qlValues.of(text.codePointCount(0, text.length())));
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

    /** Returns the bytes of a string, elements of an array, fields of an object, or digits of a number. */
    private static N1qlValue length(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _, N1qlNull _ -> value;
            case N1qlString text -> N1qlValues.of(text.utf8().length);
            case N1qlArray array -> N1qlValues.of(array.size());
            case N1qlObject object -> N1qlValues.of(object.size());
            case N1qlNumber number -> N1qlValues.of(number.toString().length());
            case N1qlBoolean _ -> N1qlValues.of(1);
            case N1qlBinary binary -> N1qlValues.of(binary.bytes().length);
        };
    }

    private static N1qlValue position(N1qlValue text, N1qlValue part, int first, boolean characters) {
        return StringFunctions.texts(text, part, (whole, sought) -> {
            int found = Text.indexOf(whole, sought, 0);
            return N1qlValues.of(found < 0 ? first - 1 : size(whole.substring(0, found), characters) + first);
        });
    }

    private static N1qlValue substring(N1qlValue[] arguments, int first, boolean characters) {
        if (!(arguments[0] instanceof N1qlString text)
                || !N1qlFunctionTable.isLong(arguments[1])
                || (arguments.length == 3 && !N1qlFunctionTable.isLong(arguments[2]))) {
            return N1qlValues.NULL;
        }
        int[] codes = codes(text.stringValue(), characters);
        long asked = N1qlFunctionTable.longOf(arguments[1]);
        long from = asked < 0 ? asked + codes.length : asked - (asked > 0 ? first : 0);
        if (from < 0 || from >= codes.length) {
            return N1qlValues.NULL;
        }
        long length = arguments.length == 3 ? N1qlFunctionTable.longOf(arguments[2]) : codes.length - from;
        if (length < 0) {
            return N1qlValues.NULL;
        }
        int until = (int) Math.min(codes.length, from + Math.min(length, codes.length));
        return N1qlValues.of(text(Arrays.copyOfRange(codes, (int) from, until), characters));
    }

    /** Returns the units of a string: characters, or bytes. */
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

    private static N1qlValue padded(N1qlValue[] arguments, boolean left, boolean characters) {
        N1qlValue filler = arguments.length == 3 ? arguments[2] : N1qlValues.of(" ");
        if (!N1qlFunctionTable.isLong(arguments[1]) || N1qlFunctionTable.longOf(arguments[1]) < 0) {
            return N1qlValues.NULL;
        }
        long length = N1qlFunctionTable.longOf(arguments[1]);
        StringFunctions.requireShort(length);
        return StringFunctions.texts(
                arguments[0], filler, (text, pad) -> padded(text, pad, (int) length, left, characters));
    }

    private static N1qlValue padded(String text, String pad, int length, boolean left, boolean characters) {
        int[] codes = codes(text, characters);
        int[] fill = codes(pad, characters);
        if (fill.length == 0) {
            return N1qlValues.NULL;
        }
        int more = Math.max(0, length - codes.length);
        int[] out = new int[length];
        for (int i = 0; i < more; i++) {
            out[left ? i : codes.length + i] = fill[i % fill.length];
        }
        System.arraycopy(codes, 0, out, left ? more : 0, Math.min(codes.length, length));
        return N1qlValues.of(text(out, characters));
    }
}
