package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Functions that match regular expressions (RE2, as in the service: time grows with the text alone). Each call keeps the
 * pattern it compiled last.
 */
final class RegexpFunctions {
    private RegexpFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        match(
                table,
                "CONTAINS",
                (pattern, text) ->
                        N1qlValues.of(pattern.matcher(new SteppedText(text)).find()));
        table.addRemembering("REGEXP_LIKE", 2, 2, () -> {
            CompiledPattern remembered = new CompiledPattern();
            Function<N1qlValue[], N1qlValue> like = N1qlFunctionTable.known(arguments -> like(arguments, remembered));
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
        N1qlValue of(Pattern pattern, String text);
    }

    private static void match(N1qlFunctionTable table, String word, Matching matching) {
        table.addRemembering("REGEXP_" + word, 2, 2, () -> {
            CompiledPattern remembered = new CompiledPattern();
            return (_, arguments) -> {
                N1qlValue unknown = N1qlFunctionTable.firstUnknown(arguments);
                if (unknown.isUnknown()) {
                    return unknown;
                }
                return StringFunctions.texts(
                        arguments[0], arguments[1], (text, source) -> matching.of(remembered.pattern(source), text));
            };
        });
    }

    private static N1qlValue like(N1qlValue[] arguments, CompiledPattern remembered) {
        return StringFunctions.texts(arguments[0], arguments[1], (text, source) -> {
            // Anchors bind stronger than alternatives: "a|bc" matches what begins with a, and what ends in bc.
            CompiledPattern.compile(source);
            return N1qlValues.of(remembered
                    .pattern("^" + source + "$")
                    .matcher(new SteppedText(text))
                    .find());
        });
    }

    /** The start and end of a match. */
    private record Span(int from, int until) {}

    /** The matches, but for empty ones right behind another. */
    private static List<Span> spans(Pattern pattern, String text) {
        List<Span> spans = new ArrayList<>();
        Matcher matcher = pattern.matcher(new SteppedText(text));
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
    private static N1qlValue matches(Pattern pattern, String text) {
        List<N1qlValue> found = new ArrayList<>();
        for (Span span : spans(pattern, text)) {
            found.add(N1qlValues.of(text.substring(span.from, span.until)));
        }
        return found.isEmpty() ? N1qlValues.NULL : N1qlValues.array(found);
    }

    /** NULL where nothing matches; nothing is listed behind a match at the end. */
    private static N1qlValue split(Pattern pattern, String text) {
        List<N1qlValue> parts = new ArrayList<>();
        int from = 0;
        for (Span span : spans(pattern, text)) {
            if (span.until > 0) {
                parts.add(N1qlValues.of(text.substring(from, span.from)));
                from = span.until;
            }
        }
        if (parts.isEmpty()) {
            return N1qlValues.NULL;
        }
        if (from < text.length()) {
            parts.add(N1qlValues.of(text.substring(from)));
        }
        return N1qlValues.array(parts);
    }

    /** Returns the position in bytes of UTF-8; -1 where nothing matches. */
    private static N1qlValue position(Pattern pattern, String text, int first) {
        Matcher matcher = pattern.matcher(new SteppedText(text));
        return N1qlValues.of(
                matcher.find() ? PositionFunctions.utf8(text.substring(0, matcher.start())).length + first : -1);
    }

    private static N1qlEvaluator replacing() {
        CompiledPattern remembered = new CompiledPattern();
        return (_, arguments) -> {
            N1qlValue unknown = N1qlFunctionTable.firstUnknown(arguments);
            if (unknown.isUnknown()) {
                return unknown;
            }
            if (!(arguments[0] instanceof N1qlString text)
                    || !(arguments[1] instanceof N1qlString source)
                    || !(arguments[2] instanceof N1qlString by)
                    || (arguments.length == 4 && !N1qlFunctionTable.isLong(arguments[3]))) {
                return N1qlValues.NULL;
            }
            long most = arguments.length == 4 ? N1qlFunctionTable.longOf(arguments[3]) : Long.MAX_VALUE;
            return N1qlValues.of(
                    replaced(remembered.pattern(source.stringValue()), text.stringValue(), by.stringValue(), most));
        };
    }

    /** Replaces matches by literal text, whatever dollar signs are in it. */
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
