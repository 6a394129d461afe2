package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.CharacterSet;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.expression.value.StringValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Arrays;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Joining, splitting, trimming and comparing strings. */
final class StringOperators {
    private static final NamedArguments.Codes TRIM =
            new NamedArguments.Codes(ArgumentWording.UNKNOWN, 50696, 50694, 50695);
    private static final NamedArguments.Codes REPLACE = new NamedArguments.Codes(
            ArgumentWording.SPECIFIED, 51751, 51750, Map.of("input", 51749, "find", 51748, "replacement", 51747));

    /** The characters trimmed by default: the white space of Unicode that Mongo knows, and zero. */
    private static final String WHITE_SPACE =
            "\0 \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006" + "\u2007\u2008\u2009\u200a";

    private StringOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$concat", Nary.any(StringOperators::concat));
        table.put("$toLower", Nary.one(value -> new BsonString(StringValues.lower(StringValues.of(value)))));
        table.put("$toUpper", Nary.one(value -> new BsonString(StringValues.upper(StringValues.of(value)))));
        table.put("$strcasecmp", Nary.exactly(2, operands -> compare(operands[0], operands[1])));
        table.put("$split", Nary.exactly(2, operands -> split(operands[0], operands[1])));
        table.put("$trim", trimming(true, true));
        table.put("$ltrim", trimming(true, false));
        table.put("$rtrim", trimming(false, true));
        table.put("$replaceOne", replacing(false));
        table.put("$replaceAll", replacing(true));
    }

    private static BsonValue concat(BsonValue[] operands) {
        long length = 0;
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            if (!operand.isString()) {
                throw location(16702, "$concat only supports strings, not " + TypeNames.of(operand));
            }
            length += operand.asString().getValue().length();
        }
        Growth.chargeText(length);
        StringBuilder text = new StringBuilder((int) length);
        for (BsonValue operand : operands) {
            text.append(operand.asString().getValue());
        }
        return Growth.text(text.toString());
    }

    private static BsonValue compare(BsonValue left, BsonValue right) {
        int order = Arrays.compareUnsigned(
                StringValues.bytes(StringValues.upper(StringValues.of(left))),
                StringValues.bytes(StringValues.upper(StringValues.of(right))));
        return new BsonInt32(Integer.signum(order));
    }

    private static BsonValue split(BsonValue text, BsonValue separator) {
        if (ExpressionValues.isNullish(text) || ExpressionValues.isNullish(separator)) {
            return ExpressionValues.NULL;
        }
        if (!text.isString()) {
            throw location(
                    40085,
                    "$split requires an expression that evaluates to a string as a first argument, found: "
                            + TypeNames.of(text));
        }
        if (!separator.isString()) {
            throw location(
                    40086,
                    "$split requires an expression that evaluates to a string as a second argument, found: "
                            + TypeNames.of(separator));
        }
        if (separator.asString().getValue().isEmpty()) {
            throw location(40087, "$split requires a non-empty separator");
        }
        return split(text.asString().getValue(), separator.asString().getValue());
    }

    private static BsonArray split(String text, String separator) {
        Growth growth = new Growth("$split");
        MeasuredArray parts = new MeasuredArray(10);
        int from = 0;
        for (int at = Text.indexOf(text, separator, 0); at >= 0; at = Text.indexOf(text, separator, from)) {
            growth.append(parts, new BsonString(text.substring(from, at)));
            from = at + separator.length();
        }
        growth.append(parts, new BsonString(text.substring(from)));
        return parts;
    }

    private static Operator trimming(boolean left, boolean right) {
        return (name, argument, scope) -> {
            NamedArguments named = NamedArguments.of(name, argument, scope, TRIM, "input", "chars");
            Expression input = named.required("input");
            boolean hasChars = named.has("chars");
            Expression chars = named.optional("chars");
            return (root, variables) -> {
                BsonValue text = input.evaluate(root, variables);
                if (ExpressionValues.isNullish(text)) {
                    return ExpressionValues.NULL;
                }
                if (!text.isString()) {
                    throw location(
                            50699, name + " requires its input to be a string, got " + shown(text) + " instead.");
                }
                BsonValue set = chars.evaluate(root, variables);
                if (hasChars && ExpressionValues.isNullish(set)) {
                    return ExpressionValues.NULL;
                }
                return new BsonString(trim(text.asString().getValue(), set(name, hasChars, set), left, right));
            };
        };
    }

    private static String set(String name, boolean hasChars, BsonValue chars) {
        if (!hasChars) {
            return WHITE_SPACE;
        }
        if (!chars.isString()) {
            throw location(50700, name + " requires 'chars' to be a string, got " + shown(chars) + " instead.");
        }
        return chars.asString().getValue();
    }

    private static String shown(BsonValue value) {
        return BsonText.of(value) + " (of type " + TypeNames.of(value) + ")";
    }

    private static String trim(String text, String set, boolean left, boolean right) {
        RequestGuard.current().stepsOf(text.length());
        CharacterSet trimmed = new CharacterSet(set);
        int from = 0;
        int until = text.length();
        while (left && from < until && trimmed.contains(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (right && from < until && trimmed.contains(text.codePointBefore(until))) {
            until -= Character.charCount(text.codePointBefore(until));
        }
        return text.substring(from, until);
    }

    private static Operator replacing(boolean all) {
        return (name, argument, scope) -> {
            NamedArguments named = NamedArguments.of(name, argument, scope, REPLACE, "input", "find", "replacement");
            Expression input = named.required("input");
            Expression find = named.required("find");
            Expression replacement = named.required("replacement");
            return (root, variables) -> {
                BsonValue text = stringOrNull(name, "input", 51746, input.evaluate(root, variables));
                BsonValue wanted = stringOrNull(name, "find", 51745, find.evaluate(root, variables));
                BsonValue instead = stringOrNull(name, "replacement", 51744, replacement.evaluate(root, variables));
                if (ExpressionValues.isNullish(text)
                        || ExpressionValues.isNullish(wanted)
                        || ExpressionValues.isNullish(instead)) {
                    return ExpressionValues.NULL;
                }
                return Growth.text(replace(
                        text.asString().getValue(),
                        wanted.asString().getValue(),
                        instead.asString().getValue(),
                        all));
            };
        };
    }

    private static BsonValue stringOrNull(String name, String argument, int code, BsonValue value) {
        if (!value.isString() && !ExpressionValues.isNullish(value)) {
            throw location(code, name + " requires that '" + argument + "' be a string, found: " + BsonText.of(value));
        }
        return value;
    }

    /** Returns the length of the resulting text; an empty search text is found before each character and at the end. */
    private static long replacedLength(String text, String find, String replacement) {
        if (replacement.length() <= find.length()) {
            return text.length();
        }
        long found = 0;
        if (find.isEmpty()) {
            found = text.length() + 1L;
        } else {
            for (int at = Text.indexOf(text, find, 0); at >= 0; at = Text.indexOf(text, find, at + find.length())) {
                found++;
            }
        }
        return text.length() + found * (replacement.length() - find.length());
    }

    private static String replace(String text, String find, String replacement, boolean all) {
        if (all) {
            Growth.chargeText(replacedLength(text, find, replacement));
            return find.isEmpty() ? text.replace(find, replacement) : replaceAll(text, find, replacement);
        }
        Growth.chargeText((long) text.length() + replacement.length());
        int at = Text.indexOf(text, find, 0);
        return at < 0 ? text : text.substring(0, at) + replacement + text.substring(at + find.length());
    }

    private static String replaceAll(String text, String find, String replacement) {
        StringBuilder replaced = new StringBuilder();
        int from = 0;
        for (int at = Text.indexOf(text, find, 0); at >= 0; at = Text.indexOf(text, find, from)) {
            replaced.append(text, from, at).append(replacement);
            from = at + find.length();
        }
        return from == 0 ? text : replaced.append(text, from, text.length()).toString();
    }
}
