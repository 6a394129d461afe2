package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.query.PatternBounds;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that match regular expressions (RE2, as in the service: time grows with the text alone). Each call keeps the
 * pattern it compiled last.
 */
final class RegexpFunctions {
    private RegexpFunctions() {}

    static void addTo(FunctionTable table) {
        match(
                table,
                "CONTAINS",
                (pattern, text) -> Values.of(pattern.matcher(text).find()));
        match(table, "LIKE", (pattern, text) -> Values.of(pattern.matches(text)));
        match(table, "MATCHES", RegexpFunctions::matches);
        match(table, "SPLIT", RegexpFunctions::split);
        match(table, "POSITION0", (pattern, text) -> position(pattern, text, 0));
        match(table, "POSITION1", (pattern, text) -> position(pattern, text, 1));
        table.addRemembering("REGEXP_REPLACE", 3, 4, RegexpFunctions::replacing);
        table.alias("REGEXP_POSITION", "REGEXP_POSITION0");
        table.alias("REGEXP_POS", "REGEXP_POSITION0");
        table.alias("REGEXP_POS0", "REGEXP_POSITION0");
        table.alias("REGEXP_POS1", "REGEXP_POSITION1");
        for (String word :
                List.of("CONTAINS", "LIKE", "POSITION", "POS", "POSITION0", "POS0", "POSITION1", "POS1", "REPLACE")) {
            table.alias("REGEX_" + word, "REGEXP_" + word);
        }
        table.alias("CONTAINS_REGEXP", "REGEXP_CONTAINS");
        table.alias("CONTAINS_REGEX", "REGEXP_CONTAINS");
    }

    @FunctionalInterface
    private interface Matching {
        Value of(Pattern pattern, String text);
    }

    /** The pattern of one call. */
    private static final class Remembered {
        private volatile @Nullable Compiled last;

        private record Compiled(String source, Pattern pattern) {}

        Pattern pattern(String source) {
            Compiled known = last;
            if (known == null || !known.source.equals(source)) {
                known = new Compiled(source, compile(source));
                last = known;
            }
            return known.pattern;
        }
    }

    private static Pattern compile(String source) {
        String fault = PatternBounds.faultOf(source);
        if (!fault.isEmpty()) {
            throw QueryException.evaluation(fault);
        }
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException syntax) {
            throw QueryException.evaluation("error parsing regexp: " + syntax.getDescription());
        }
    }

    private static void match(FunctionTable table, String word, Matching matching) {
        table.addRemembering("REGEXP_" + word, 2, 2, () -> {
            Remembered remembered = new Remembered();
            return (_, arguments) -> {
                Value unknown = FunctionTable.firstUnknown(arguments);
                if (unknown.isUnknown()) {
                    return unknown;
                }
                return StringFunctions.texts(
                        arguments[0], arguments[1], (text, source) -> matching.of(remembered.pattern(source), text));
            };
        });
    }

    private static Value matches(Pattern pattern, String text) {
        List<Value> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(Values.of(matcher.group()));
        }
        return Values.array(found);
    }

    private static Value split(Pattern pattern, String text) {
        List<Value> parts = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        int from = 0;
        while (matcher.find()) {
            parts.add(Values.of(text.substring(from, matcher.start())));
            from = matcher.end();
        }
        parts.add(Values.of(text.substring(from)));
        return Values.array(parts);
    }

    private static Value position(Pattern pattern, String text, int first) {
        Matcher matcher = pattern.matcher(text);
        return Values.of(matcher.find() ? matcher.start() + first : first - 1);
    }

    private static Evaluator replacing() {
        Remembered remembered = new Remembered();
        return (_, arguments) -> {
            Value unknown = FunctionTable.firstUnknown(arguments);
            if (unknown.isUnknown()) {
                return unknown;
            }
            if (!(arguments[0] instanceof StringValue text)
                    || !(arguments[1] instanceof StringValue source)
                    || !(arguments[2] instanceof StringValue by)
                    || (arguments.length == 4 && !FunctionTable.isLong(arguments[3]))) {
                return Values.NULL;
            }
            long most = arguments.length == 4 ? FunctionTable.longOf(arguments[3]) : -1;
            return Values.of(
                    replaced(remembered.pattern(source.stringValue()), text.stringValue(), by.stringValue(), most));
        };
    }

    private static String replaced(Pattern pattern, String text, String by, long most) {
        StringBuilder out = new StringBuilder();
        Matcher matcher = pattern.matcher(text);
        int from = 0;
        long left = most < 0 ? Long.MAX_VALUE : most;
        while (left > 0 && matcher.find()) {
            out.append(text, from, matcher.start());
            appendTemplate(by, matcher, out);
            StringFunctions.requireShort(out.length());
            from = matcher.end();
            left--;
        }
        return out.append(text, from, text.length()).toString();
    }

    /** What a match is replaced by, in which {@code $1} and {@code ${1}} stand for groups. */
    private static void appendTemplate(String by, Matcher matcher, StringBuilder out) {
        int at = 0;
        while (at < by.length()) {
            char c = by.charAt(at);
            boolean braced = c == '$' && at + 1 < by.length() && by.charAt(at + 1) == '{';
            int digits = at + (braced ? 2 : 1);
            int end = digits;
            while (c == '$' && end < by.length() && Character.isDigit(by.charAt(end)) && end - digits < 4) {
                end++;
            }
            if (c != '$' || end == digits) {
                out.append(c);
                at++;
                continue;
            }
            int group = Integer.parseInt(by.substring(digits, end));
            String matched = group <= matcher.groupCount() ? matcher.group(group) : null;
            out.append(matched == null ? "" : matched);
            at = braced && end < by.length() && by.charAt(end) == '}' ? end + 1 : end;
        }
    }
}
