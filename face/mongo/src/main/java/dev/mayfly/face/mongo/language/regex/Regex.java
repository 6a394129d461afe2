package dev.mayfly.face.mongo.language.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.mayfly.base.query.PatternBounds;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled regular expression. Immutable and safe for concurrent use. */
public final class Regex {
    /*
     * A pattern is parsed once, as PCRE2 parses it. Patterns that the linear engine (RE2) can run with the same meaning
     * run there, in a time that grows with the text alone; a text without metacharacters is searched for literally; the
     * rest is run by backtracking, within bounds. See docs/decisions/050.
     */
    private static final int LENGTH_MAX = 32_761;

    private final RegexProgram program;
    private final @Nullable String literal;
    private final @Nullable Pattern linear;
    private final LinearForm.@Nullable Written form;

    private Regex(
            RegexProgram program,
            @Nullable String literal,
            @Nullable Pattern linear,
            LinearForm.@Nullable Written form) {
        this.program = program;
        this.literal = literal;
        this.linear = linear;
        this.form = form;
    }

    /**
     * Compiles a pattern.
     *
     * @param options some of i, m, s, x and u
     * @throws RegexFault if it is no pattern, too long a one, or one that is not supported
     */
    public static Regex compile(String pattern, String options) {
        if (pattern.length() > LENGTH_MAX) {
            throw new RegexFault("regular expression is too large", LENGTH_MAX);
        }
        RegexParser.Parsed parsed = RegexParser.parse(pattern, options);
        RegexProgram program = RegexCompiler.compile(parsed);
        String literal = parsed.verbs().areGiven() ? null : literalOf(parsed.root());
        LinearForm.Written form = literal != null || parsed.verbs().areGiven() ? null : LinearForm.of(parsed.root());
        Pattern linear = form == null ? null : linear(form.text());
        return new Regex(program, literal, linear, form);
    }

    /** The text that the pattern is, if it has neither groups nor metacharacters nor ignores case. */
    private static @Nullable String literalOf(RegexNode root) {
        List<RegexNode> parts = root instanceof RegexNode.Sequence(var sequence) ? sequence : List.of(root);
        StringBuilder text = new StringBuilder();
        for (RegexNode part : parts) {
            if (!(part instanceof RegexNode.Literal(int point, boolean folds)) || folds) {
                return null;
            }
            text.appendCodePoint(point);
        }
        return text.toString();
    }

    private static @Nullable Pattern linear(String text) {
        if (!PatternBounds.faultOf(text).isEmpty()) {
            return null;
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException _) {
            return null;
        }
    }

    /** @throws QueryException if a limit of steps, memory or time is reached first */
    public boolean isFoundIn(String text) {
        if (literal != null) {
            return Text.indexOf(text, literal, 0) >= 0;
        }
        if (linear != null && !dependsOnLines(text)) {
            return linear.matcher(new SteppedText(text)).find();
        }
        return new RegexSearch(text, null, null, new BacktrackMatcher(program, text)).find(0) != null;
    }

    /** Looks for matches one by one. */
    public RegexSearch searchIn(String text) {
        boolean mayDiffer = form == null || form.hasEmptyLoops() || dependsOnLines(text);
        Matcher matcher = linear == null || mayDiffer ? null : linear.matcher(new SteppedText(text));
        return new RegexSearch(text, literal, matcher, new BacktrackMatcher(program, text));
    }

    private boolean dependsOnLines(String text) {
        return form != null && form.asksForLines() && text.endsWith("\n");
    }
}
