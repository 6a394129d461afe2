package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Positions;
import dev.mayfly.face.mongo.language.expression.value.StringValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parts of strings by position, counted in bytes of UTF-8 or in code points. */
final class SubstringOperators {
    private SubstringOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$substr", Nary.exactly(3, SubstringOperators::substrBytes));
        table.put("$substrBytes", Nary.exactly(3, SubstringOperators::substrBytes));
        table.put("$substrCP", Nary.exactly(3, SubstringOperators::substrCodePoints));
        table.put(
                "$strLenBytes",
                Nary.one(value -> new BsonInt32(StringValues.bytes(string("$strLenBytes", 34473, value)).length)));
        table.put(
                "$strLenCP",
                Nary.one(value -> new BsonInt32(StringValues.codePoints(string("$strLenCP", 34471, value)))));
        table.put("$indexOfBytes", Nary.between(2, 4, SubstringOperators::indexOfBytes));
        table.put("$indexOfCP", Nary.between(2, 4, SubstringOperators::indexOfCodePoints));
    }

    private static String string(String name, int code, BsonValue value) {
        if (!value.isString()) {
            throw location(code, name + " requires a string argument, found: " + TypeNames.of(value));
        }
        return value.asString().getValue();
    }

    private static BsonValue substrBytes(BsonValue[] operands) {
        byte[] text = StringValues.bytes(StringValues.of(operands[0]));
        long from = number(16034, "$substrBytes:  starting index must be a numeric type", operands[1]);
        long length = number(16035, "$substrBytes:  length must be a numeric type", operands[2]);
        if (from < 0) {
            throw location(50752, "$substrBytes:  starting index must be non-negative (got: " + from + ")");
        }
        if (from >= text.length) {
            return new BsonString("");
        }
        int start = (int) from;
        int end = length < 0 ? text.length : (int) Math.min(text.length, from + Math.min(length, text.length));
        if (isInsideCharacter(text, start)) {
            throw location(28656, "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
        }
        if (end < text.length && isInsideCharacter(text, end)) {
            throw location(28657, "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.");
        }
        return new BsonString(StringValues.ofBytes(text, start, end));
    }

    private static long number(int code, String refusal, BsonValue value) {
        if (!ExpressionValues.isNumber(value)) {
            throw location(code, refusal + " (is BSON type " + TypeNames.of(value) + ")");
        }
        return Numbers.longOf(value);
    }

    private static boolean isInsideCharacter(byte[] text, int at) {
        return (text[at] & 0xc0) == 0x80;
    }

    private static BsonValue substrCodePoints(BsonValue[] operands) {
        String text = StringValues.of(operands[0]);
        int from = codePointCount(34450, 34451, "starting index", operands[1]);
        int length = codePointCount(34452, 34453, "length", operands[2]);
        if (from < 0) {
            throw location(34455, "$substrCP: the starting index must be nonnegative integer.");
        }
        if (length < 0) {
            throw location(34454, "$substrCP: length must be a nonnegative integer.");
        }
        int count = StringValues.codePoints(text);
        int start = Math.min(from, count);
        int end = Math.min(count - start, length) + start;
        return new BsonString(text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, end)));
    }

    private static int codePointCount(int typeCode, int wholeCode, String what, BsonValue value) {
        if (!ExpressionValues.isNumber(value)) {
            throw location(
                    typeCode,
                    "$substrCP: " + what + " must be a numeric type (is BSON type " + TypeNames.of(value) + ")");
        }
        Integer whole = ExpressionValues.intOf(value);
        if (whole == null) {
            throw location(
                    wholeCode,
                    "$substrCP: " + what + " cannot be represented as a 32-bit integral value: " + BsonText.of(value));
        }
        return whole;
    }

    private static BsonValue indexOfBytes(BsonValue[] operands) {
        if (ExpressionValues.isNullish(operands[0])) {
            return ExpressionValues.NULL;
        }
        byte[] text = StringValues.bytes(searched("$indexOfBytes", 40091, "first", operands[0]));
        byte[] token = StringValues.bytes(searched("$indexOfBytes", 40092, "second", operands[1]));
        int from = Positions.from("$indexOfBytes", operands, text.length);
        int until = Positions.until("$indexOfBytes", operands, text.length);
        if (from > until) {
            return new BsonInt32(-1);
        }
        // A character for each byte, so that positions are those of bytes.
        String whole = new String(text, 0, until, StandardCharsets.ISO_8859_1);
        return new BsonInt32(Text.indexOf(whole, new String(token, StandardCharsets.ISO_8859_1), from));
    }

    private static BsonValue indexOfCodePoints(BsonValue[] operands) {
        if (ExpressionValues.isNullish(operands[0])) {
            return ExpressionValues.NULL;
        }
        String text = searched("$indexOfCP", 40093, "first", operands[0]);
        String token = searched("$indexOfCP", 40094, "second", operands[1]);
        int count = StringValues.codePoints(text);
        int from = Positions.from("$indexOfCP", operands, count);
        int until = Positions.until("$indexOfCP", operands, count);
        if (from > until || from > count) {
            return new BsonInt32(-1);
        }
        int end = text.offsetByCodePoints(0, until);
        int at = Text.indexOf(text, token, text.offsetByCodePoints(0, from));
        return new BsonInt32(at < 0 || at + token.length() > end ? -1 : text.codePointCount(0, at));
    }

    private static String searched(String name, int code, String which, BsonValue value) {
        if (!value.isString()) {
            throw location(
                    code, name + " requires a string as the " + which + " argument, found: " + TypeNames.of(value));
        }
        return value.asString().getValue();
    }
}
