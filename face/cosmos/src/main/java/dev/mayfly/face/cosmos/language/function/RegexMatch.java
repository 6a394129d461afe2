package dev.mayfly.face.cosmos.language.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.query.FreeSpacing;
import dev.mayfly.base.query.PatternBounds;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import org.jspecify.annotations.Nullable;

/**
 * One call of REGEXMATCH, which keeps the pattern it compiled last. Time grows with the text alone (RE2); what RE2
 * cannot do, looking around and back references, is refused.
 */
final class RegexMatch implements Evaluator {
    private volatile @Nullable Compiled last;

    /** A pattern and what came of it: null when it is none. */
    private record Compiled(
            String source, String modifiers, @Nullable Pattern pattern) {}

    @Override
    public Value evaluate(Moment moment, Value[] arguments) {
        Value modifiers = arguments.length < 3 ? Values.EMPTY_STRING : arguments[2];
        if (!(arguments[0] instanceof StringValue text)
                || !(arguments[1] instanceof StringValue source)
                || !(modifiers instanceof StringValue flags)) {
            return Values.UNDEFINED;
        }
        Pattern pattern = pattern(source.stringValue(), flags.stringValue());
        return pattern == null
                ? Values.UNDEFINED
                : Values.of(pattern.matcher(text.stringValue()).find());
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
