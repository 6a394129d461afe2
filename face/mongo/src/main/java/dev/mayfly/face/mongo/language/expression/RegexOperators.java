package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.regex.Regex;
import dev.mayfly.face.mongo.language.regex.RegexFault;
import dev.mayfly.face.mongo.language.regex.RegexMatch;
import dev.mayfly.face.mongo.language.regex.RegexSearch;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Regular expressions over strings. */
final class RegexOperators {
    private static final String OPTIONS = "imsxu";
    private static final long ALL_BYTES_MAX = 64L << 20;

    /** About what a match takes beside its texts. */
    private static final int MATCH_BYTES = 64;

    private static final NamedArguments.Codes CODES =
            new NamedArguments.Codes(ArgumentWording.REGEX, 51103, 31024, Map.of("input", 31022, "regex", 31023));

    /** The result of an operator for a text and a pattern. */
    private interface Search {
        BsonValue apply(String text, Regex pattern);
    }

    private RegexOperators() {}

    static void register(Map<String, Operator> table) {
        table.put(
                "$regexMatch",
                operator(ExpressionValues.of(false), (text, pattern) -> ExpressionValues.of(pattern.isFoundIn(text))));
        table.put("$regexFind", operator(ExpressionValues.NULL, RegexOperators::first));
        table.put("$regexFindAll", operator(new BsonArray(), RegexOperators::all));
    }

    private static Operator operator(BsonValue forNull, Search search) {
        return (name, argument, scope) -> {
            NamedArguments named = NamedArguments.of(name, argument, scope, CODES, "input", "regex", "options");
            Expression input = named.required("input");
            Expression regex = named.required("regex");
            Expression options = named.optional("options");
            Regex constant = constant(name, regex, options);
            return (root, variables) -> {
                BsonValue text = input.evaluate(root, variables);
                Regex pattern = constant == null
                        ? pattern(name, regex.evaluate(root, variables), options.evaluate(root, variables))
                        : constant;
                if (!text.isString() && !ExpressionValues.isNullish(text)) {
                    throw location(51104, name + " needs 'input' to be of type string");
                }
                if (pattern == null || ExpressionValues.isNullish(text)) {
                    return forNull;
                }
                return search.apply(text.asString().getValue(), pattern);
            };
        };
    }

    /** The pattern of a regex that does not depend on the document, compiled once. */
    private static @Nullable Regex constant(String name, Expression regex, Expression options) {
        return regex instanceof Literal(BsonValue value) && options instanceof Literal(BsonValue flags)
                ? pattern(name, value, flags)
                : null;
    }

    /** Returns null for a null regex. */
    private static @Nullable Regex pattern(String name, BsonValue regex, BsonValue options) {
        if (!ExpressionValues.isNullish(options) && !options.isString()) {
            throw location(51106, name + " needs 'options' to be of type string");
        }
        String flags = checked(name, options.isString() ? options.asString().getValue() : "");
        if (ExpressionValues.isNullish(regex)) {
            return null;
        }
        if (regex.isRegularExpression()) {
            String own = regex.asRegularExpression().getOptions();
            if (!own.isEmpty() && options.isString()) {
                throw location(51107, name + ": found regex option(s) specified in both 'regex' and 'option' fields");
            }
            return compile(name, regex.asRegularExpression().getPattern(), checked(name, own + flags));
        }
        if (!regex.isString()) {
            throw location(51105, name + " needs 'regex' to be of type string or regex");
        }
        return compile(name, regex.asString().getValue(), flags);
    }

    private static Regex compile(String name, String regex, String options) {
        if (regex.indexOf('\0') >= 0) {
            throw location(51109, name + ": regular expression cannot contain an embedded null byte");
        }
        try {
            return Regex.compile(regex, options);
        } catch (RegexFault fault) {
            throw location(51111, "Invalid Regex in " + name + ": " + fault.getMessage());
        }
    }

    private static String checked(String name, String options) {
        if (options.indexOf('\0') >= 0) {
            throw location(51110, name + ": regular expression options string cannot contain an embedded null byte");
        }
        for (int i = 0; i < options.length(); i++) {
            if (OPTIONS.indexOf(options.charAt(i)) < 0) {
                throw location(51108, name + " invalid flag in regex options: " + options);
            }
        }
        return options;
    }

    private static BsonValue first(String text, Regex pattern) {
        RegexMatch match = pattern.searchIn(text).find(0);
        return match == null ? ExpressionValues.NULL : found(text, match);
    }

    private static BsonValue all(String text, Regex pattern) {
        Growth growth = new Growth("$regexFindAll");
        MeasuredArray all = new MeasuredArray(10);
        RegexSearch search = pattern.searchIn(text);
        long bytes = 0;
        RegexMatch match = search.find(0);
        while (match != null) {
            OperationContext.current().check();
            bytes += MATCH_BYTES + (long) (match.groupCount() + 1) * (match.end() - match.start());
            if (bytes > ALL_BYTES_MAX) {
                throw location(51151, "$regexFindAll: the size of buffer to store output exceeded the 64MB limit");
            }
            growth.append(all, found(text, match));
            int from = match.end() > match.start() ? match.end() : nextCodePoint(text, match.end());
            match = from > text.length() ? null : search.find(from);
        }
        return all;
    }

    private static int nextCodePoint(String text, int at) {
        return at >= text.length() ? at + 1 : at + Character.charCount(text.codePointAt(at));
    }

    private static BsonDocument found(String text, RegexMatch match) {
        BsonArray captures = new BsonArray();
        for (int group = 1; group <= match.groupCount(); group++) {
            String capture = match.group(group);
            captures.add(capture == null ? ExpressionValues.NULL : new BsonString(capture));
        }
        return new BsonDocument("match", new BsonString(text.substring(match.start(), match.end())))
                .append("idx", new BsonInt32(text.codePointCount(0, match.start())))
                .append("captures", captures);
    }
}
