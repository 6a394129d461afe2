package dev.mayfly.face.cosmos.language.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.query.FreeSpacing;
import dev.mayfly.base.query.PatternBounds;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import org.jspecify.annotations.Nullable;

/**
 * One call of REGEXMATCH, which keeps the pattern it compiled last. Time grows with the text alone (RE2); features
 * that RE2 lacks, lookaround and back references, are refused.
 */
final class RegexMatch implements SqlEvaluator {
    private volatile @Nullable Compiled last;

    /** A pattern and what came of it: null when it is none. */
    private record Compiled(
            String source, String modifiers, @Nullable Pattern pattern) {}

    @Override
    public SqlValue evaluate(QueryInstant moment, SqlValue[] arguments) {
        SqlValue modifiers = arguments.length < 3 ? SqlValues.EMPTY_STRING : arguments[2];
        if (!(arguments[0] instanceof SqlString text)
                || !(arguments[1] instanceof SqlString source)
                || !(modifiers instanceof SqlString flags)) {
            return SqlValues.UNDEFINED;
        }
        Pattern pattern = pattern(source.stringValue(), flags.stringValue());
        return pattern == null
                ? SqlValues.UNDEFINED
                : SqlValues.of(
                        pattern.matcher(new SteppedText(text.stringValue())).find());
    }

    private @Nullable Pattern pattern(String source, String modifiers) {
        Compiled known = last;
        if (known == null || !known.source.equals(source) || !known.modifiers.equals(modifiers)) {
            known = new Compiled(source, modifiers, compile(source, modifiers));
            last = known;
        }
        return known.pattern;
    }

    private static @Nullable Pattern compile(String source, String modifiers) {
        int flags = 0;
        boolean extended = false;
        for (int i = 0; i < modifiers.length(); i++) {
            switch (modifiers.charAt(i)) {
                case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
                case 'm' -> flags |= Pattern.MULTILINE;
                case 's' -> flags |= Pattern.DOTALL;
                case 'x' -> extended = true;
                default -> {
                    return null;
                }
            }
        }
        String fault = PatternBounds.faultOf(source);
        if (!fault.isEmpty()) {
            throw CosmosException.badRequest("REGEXMATCH: " + fault + ".");
        }
        try {
            return Pattern.compile(extended ? FreeSpacing.removed(source) : source, flags);
        } catch (PatternSyntaxException _) {
            refuseWhatPcreKnows(source);
            return null;
        }
    }

    /** To call such a pattern undefined would be to answer wrongly in silence. */
    private static void refuseWhatPcreKnows(String source) {
        if (source.contains("(?=")
                || source.contains("(?!")
                || source.contains("(?<=")
                || source.contains("(?<!")
                || source.contains("(?>")
                || source.matches("(?s).*\\\\[1-9].*")) {
            throw CosmosException.badRequest(
                    "REGEXMATCH: this server does not support looking around, atomic groups and back references.");
        }
    }
}
