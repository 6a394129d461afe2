package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Regular expressions over strings, matched in linear time: lookaround and back references are refused. */
final class RegexOperators {
    private static final NamedArguments.Codes CODES = new NamedArguments.Codes(51103, 31024, 31022);

    /** What an operator makes of a text and a pattern. */
    private interface Search {
        BsonValue apply(String text, Pattern pattern);
    }

    private RegexOperators() {}

    static void register(Map<String, Operator> table) {
        table.put(
                "$regexMatch",
                operator(
                        Values.of(false),
                        (text, pattern) -> Values.of(pattern.matcher(text).find())));
        table.put("$regexFind", operator(Values.NULL, RegexOperators::first));
        table.put("$regexFindAll", operator(new BsonArray(), RegexOperators::all));
    }

    private static Operator operator(BsonValue forNull, Search search) {
        return (name, argument, scope) -> {
            NamedArguments named = NamedArguments.of(name, argument, scope, CODES, "input", "regex", "options");
            Expression input = named.required("input");
            Expression regex = named.required("regex");
            Expression options = named.optional("options");
            Pattern constant = constant(name, regex, options);
            return (root, variables) -> {
                BsonValue text = input.evaluate(root, variables);
                Pattern pattern = constant == null
                        ? pattern(name, regex.evaluate(root, variables), options.evaluate(root, variables))
                        : constant;
                if (pattern == null || Values.isNullish(text)) {
                    return forNull;
                }
                if (!text.isString()) {
                    throw location(51104, name + " needs 'input' to be of type string");
                }
                return search.apply(text.asString().getValue(), pattern);
            };
        };
    }

    /** The pattern of a regex that does not depend on the document, compiled once. */
    private static @Nullable Pattern constant(String name, Expression regex, Expression options) {
        return regex instanceof Literal(BsonValue value) && options instanceof Literal(BsonValue flags)
                ? pattern(name, value, flags)
                : null;
    }

    /** Null for a regex of null. */
    private static @Nullable Pattern pattern(String name, BsonValue regex, BsonValue options) {
        if (!Values.isNullish(options) && !options.isString()) {
            throw location(51106, name + " needs 'options' to be of type string");
        }
        if (Values.isNullish(regex)) {
            return null;
        }
        String flags = options.isString() ? options.asString().getValue() : "";
        if (regex.isRegularExpression()) {
            String own = regex.asRegularExpression().getOptions();
            if (!own.isEmpty() && !flags.isEmpty()) {
                throw location(51107, name + ": found regex option(s) specified in both 'regex' and 'option' fields");
            }
            return compile(name, regex.asRegularExpression().getPattern(), own + flags);
        }
        if (!regex.isString()) {
            throw location(51105, name + " needs 'regex' to be of type string or regex");
        }
        return compile(name, regex.asString().getValue(), flags);
    }

    private static Pattern compile(String name, String regex, String options) {
        int flags = 0;
        boolean extended = false;
        for (int i = 0; i < options.length(); i++) {
            switch (options.charAt(i)) {
                case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
                case 'm' -> flags |= Pattern.MULTILINE;
                case 's' -> flags |= Pattern.DOTALL;
                case 'u' -> {}
                case 'x' -> extended = true;
                default -> throw location(51108, name + " invalid flag in regex options: " + options);
            }
        }
        try {
            return Pattern.compile(extended ? withoutSpace(regex) : regex, flags);
        } catch (PatternSyntaxException e) {
            throw location(51111, "Invalid Regex in " + name + ": " + e.getMessage());
        }
    }

    /** What the option x leaves: no white space and no comments, except escaped or in a class. */
    private static String withoutSpace(String regex) {
        StringBuilder kept = new StringBuilder();
        boolean inClass = false;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\' && i + 1 < regex.length()) {
                kept.append(c).append(regex.charAt(++i));
            } else if (!inClass && c == '#') {
                int end = regex.indexOf('\n', i);
                i = end < 0 ? regex.length() : end;
            } else if (inClass || !Character.isWhitespace(c)) {
                inClass = inClass ? c != ']' : c == '[';
                kept.append(c);
            }
        }
        return kept.toString();
    }

    private static BsonValue first(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? found(text, matcher) : Values.NULL;
    }

    private static BsonValue all(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        BsonArray all = new BsonArray();
        int from = 0;
        while (from <= text.length() && matcher.find(from)) {
            all.add(found(text, matcher));
            from = matcher.end() > matcher.start() ? matcher.end() : nextCodePoint(text, matcher.end());
        }
        return all;
    }

    private static int nextCodePoint(String text, int at) {
        return at >= text.length() ? at + 1 : at + Character.charCount(text.codePointAt(at));
    }

    private static BsonDocument found(String text, Matcher matcher) {
        BsonArray captures = new BsonArray();
        for (int group = 1; group <= matcher.groupCount(); group++) {
            String capture = matcher.group(group);
            captures.add(capture == null ? Values.NULL : new BsonString(capture));
        }
        return new BsonDocument("match", new BsonString(matcher.group()))
                .append("idx", new BsonInt32(text.codePointCount(0, matcher.start())))
                .append("captures", captures);
    }
}
