package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.charset.StandardCharsets;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/** Reads the text of a query by the grammar, within bounds that keep every recursion short. */
final class QueryText {
    /** The limit of the service. */
    static final int BYTES_MAX = 262_144;

    /** The maximum nesting depth of brackets and of conditional expressions. */
    static final int DEPTH_MAX = 100;

    private final String text;
    private final QueryErrors errors;

    QueryText(String text, QueryErrors errors) {
        this.text = text;
        this.errors = errors;
    }

    CosmosSqlParser.StatementContext parse() {
        refuseLongText();
        CosmosSqlLexer lexer = new CosmosSqlLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        refuseDeepText(tokens);
        CosmosSqlParser parser = new CosmosSqlParser(tokens);
        parser.removeErrorListeners();
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        parser.setErrorHandler(new BailErrorStrategy());
        try {
            return parser.statement();
        } catch (ParseCancellationException _) {
            // Read once more, by the stronger method and to learn where the mistake is.
            return parseAgain(parser, tokens);
        }
    }

    private CosmosSqlParser.StatementContext parseAgain(CosmosSqlParser parser, CommonTokenStream tokens) {
        tokens.seek(0);
        parser.reset();
        parser.getInterpreter().setPredictionMode(PredictionMode.LL);
        parser.setErrorHandler(new FirstErrorStrategy());
        parser.addErrorListener(new Refusal());
        return parser.statement();
    }

    private void refuseLongText() {
        if (text.length() > BYTES_MAX || text.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw QueryErrors.refusal("The SQL query text exceeded the maximum limit of " + BYTES_MAX + " characters.");
        }
    }

    /** Checks the tokens before any rule is entered; also refuses invalid tokens. */
    private void refuseDeepText(CommonTokenStream tokens) {
        int depth = 0;
        int conditions = 0;
        for (Token token : tokens.getTokens()) {
            switch (token.getText()) {
                case "(", "[", "{" -> depth++;
                case ")", "]", "}" -> depth--;
                case "?" -> conditions++;
                default -> refuseBrokenToken(token);
            }
            if (depth > DEPTH_MAX || conditions > DEPTH_MAX) {
                throw tooDeep();
            }
        }
    }

    static CosmosException tooDeep() {
        return QueryErrors.refusal("The SQL query exceeded the maximum depth of nested expressions.");
    }

    private void refuseBrokenToken(Token token) {
        if (token.getType() == CosmosSqlLexer.BAD_STRING) {
            errors.add(token, "SC1010", "Syntax error, invalid string literal token '" + token.getText() + "'.");
        } else if (token.getType() == CosmosSqlLexer.BAD_NUMBER) {
            errors.add(token, "SC1012", "Syntax error, invalid numeric value token '" + token.getText() + "'.");
        }
        errors.refuse();
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

    private final class Refusal extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object offending,
                int line,
                int column,
                @Nullable String message,
                @Nullable RecognitionException failure) {
            if (offending instanceof Token token && token.getType() != Token.EOF) {
                errors.add(token, "SC1001", "Syntax error, incorrect syntax near '" + token.getText() + "'.");
            } else {
                errors.atEnd("SC1002", "Syntax error, unexpected end-of-file.");
            }
            throw errors.exception();
        }
    }
}
