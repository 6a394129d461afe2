package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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
        table.addRemembering("REGEXP_LIKE", 2, 2, () -> {
            CompiledPattern remembered = new CompiledPattern();
            Function<Value[], Value> like = FunctionTable.known(arguments -> like(arguments, remembered));
            return (_, arguments) -> like.apply(arguments);
        });
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

    private static void match(FunctionTable table, String word, Matching matching) {
        table.addRemembering("REGEXP_" + word, 2, 2, () -> {
            CompiledPattern remembered = new CompiledPattern();
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

    private static Value like(Value[] arguments, CompiledPattern remembered) {
        return StringFunctions.texts(arguments[0], arguments[1], (text, source) -> {
            // Anchors bind stronger than alternatives: "a|bc" matches what begins with a, and what ends in bc.
            CompiledPattern.compile(source);
            return Values.of(
                    remembered.pattern("^" + source + "$").matcher(text).find());
        });
    }

    /** Where a match begins and ends. */
    private record Span(int from, int until) {}

    /** The matches, but for empty ones right behind another. */
    private static List<Span> spans(Pattern pattern, String text) {
        List<Span> spans = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        int last = -1;
        while (matcher.find()) {
            if (matcher.start() != matcher.end() || matcher.start() != last) {
                spans.add(new Span(matcher.start(), matcher.end()));
            }
            last = matcher.end();
        }
        return spans;
    }

    /** NULL where nothing matches. */
    private static Value matches(Pattern pattern, String text) {
        List<Value> found = new ArrayList<>();
        for (Span span : spans(pattern, text)) {
            found.add(Values.of(text.substring(span.from, span.until)));
        }
        return found.isEmpty() ? Values.NULL : Values.array(found);
    }

    /** NULL where nothing matches; nothing is listed behind a match at the end. */
    private static Value split(Pattern pattern, String text) {
        List<Value> parts = new ArrayList<>();
        int from = 0;
        for (Span span : spans(pattern, text)) {
            if (span.until > 0) {
                parts.add(Values.of(text.substring(from, span.from)));
                from = span.until;
            }
        }
        if (parts.isEmpty()) {
            return Values.NULL;
        }
        if (from < text.length()) {
            parts.add(Values.of(text.substring(from)));
        }
        return Values.array(parts);
    }

    /** In bytes of UTF-8; -1 where nothing matches. */
    private static Value position(Pattern pattern, String text, int first) {
        Matcher matcher = pattern.matcher(text);
        return Values.of(
                matcher.find() ? PositionFunctions.utf8(text.substring(0, matcher.start())).length + first : -1);
    }

    private static Evaluator replacing() {
        CompiledPattern remembered = new CompiledPattern();
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
            long most = arguments.length == 4 ? FunctionTable.longOf(arguments[3]) : Long.MAX_VALUE;
            return Values.of(
                    replaced(remembered.pattern(source.stringValue()), text.stringValue(), by.stringValue(), most));
        };
    }

    /** The replacement stands for itself, whatever dollar signs are in it. */
    private static String replaced(Pattern pattern, String text, String by, long most) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        long left = most;
        for (Span span : spans(pattern, text)) {
            if (left-- <= 0) {
                break;
            }
            out.append(text, from, span.from).append(by);
            StringFunctions.requireShort(out.length());
            from = span.until;
        }
        return out.append(text, from, text.length()).toString();
    }
}
