package dev.mayfly.base.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text by a grammar of ANTLR. All tokens are checked before any rule is entered, so that a language can bound
 * their number and their nesting, and with it every recursion. A text with a mistake is read twice: first by the fast
 * method, then by the exact one, which also knows where the mistake is.
 */
public final class GrammarReader {
    private GrammarReader() {}

    /** Sees each token of a text and throws the language's own error for what it refuses. */
    @FunctionalInterface
    public interface TokenCheck {
        /** @param before the tokens before it; not to be kept */
        void check(Token token, List<Token> before);
    }

    /** Words the first mistake of a text. */
    @FunctionalInterface
    public interface Refusal {
        /** @param offending the token at which the grammar fails, maybe the end of the text, or null if unknown */
        RuntimeException at(@Nullable Token offending);
    }

    /** Returns the checked tokens of a text, of which the last is its end. */
    public static TokenStream tokens(Lexer lexer, TokenCheck check) {
        lexer.removeErrorListeners();
        List<Token> tokens = new ArrayList<>();
        Token token = lexer.nextToken();
        while (token.getType() != Token.EOF) {
            check.check(token, tokens);
            tokens.add(token);
            token = lexer.nextToken();
        }
        tokens.add(token);
        return new CommonTokenStream(new ListTokenSource(tokens));
    }

    /** Returns what the rule reads; throws what the refusal makes of a mistake. */
    public static <P extends Parser, T> T read(P parser, Function<P, T> rule, Refusal refusal) {
        parser.removeErrorListeners();
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        parser.setErrorHandler(new BailErrorStrategy());
        try {
            return rule.apply(parser);
        } catch (ParseCancellationException _) {
            parser.reset();
            parser.getInterpreter().setPredictionMode(PredictionMode.LL);
            parser.setErrorHandler(new FirstErrorStrategy());
            parser.addErrorListener(new FirstErrorListener(refusal));
            return rule.apply(parser);
        }
    }

    /** Leaves the first mistake to the listener, which ends the reading. */
    private static final class FirstErrorStrategy extends DefaultErrorStrategy {
        @Override
        public void sync(Parser recognizer) {
            // Mistakes are met where a word is read, not guessed before.
        }

        @Override
        public Token recoverInline(Parser recognizer) {
            reportUnwantedToken(recognizer);
            throw new IllegalStateException("a mistake went unreported");
        }
    }

    private static final class FirstErrorListener extends BaseErrorListener {
        private final Refusal refusal;

        FirstErrorListener(Refusal refusal) {
            this.refusal = refusal;
        }

        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object offending,
                int line,
                int column,
                @Nullable String message,
                @Nullable RecognitionException failure) {
            throw refusal.at(offending instanceof Token token ? token : null);
        }
    }
}
