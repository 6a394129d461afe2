package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.query.PatternBounds;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import org.jspecify.annotations.Nullable;

/** The regular expression that one call of a function used last, compiled. Safe for concurrent use. */
final class CompiledPattern {
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

    /** @throws N1qlException if the text is no regular expression, or a costly one */
    static Pattern compile(String source) {
        String fault = PatternBounds.faultOf(source);
        if (!fault.isEmpty()) {
            throw N1qlException.evaluation(fault);
        }
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException syntax) {
            throw N1qlException.evaluation("error parsing regexp: " + syntax.getDescription());
        }
    }
}
