package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/** Reads the text of a statement by the grammar, within bounds that keep every recursion short. */
final class StatementText {
    /** Limit on the nesting of brackets, and of expressions that an END closes. */
    static final int DEPTH_MAX = 100;

    /** Limit on the words and signs of a statement. */
    static final int TOKENS_MAX = 200_000;

    private final String text;
    private final QueryContext context;
    private final SyntaxErrors errors;
    private final IdentityHashMap<Token, Integer> questionMarks = new IdentityHashMap<>();

    /** @param context in which names of one word are looked up */
    StatementText(String text, QueryContext context) {
        this.text = text;
        this.context = context;
        this.errors = new SyntaxErrors(text);
    }

    N1qlParser.StatementContext parse() {
        List<Token> words = words();
        CommonTokenStream tokens = new CommonTokenStream(new ListTokenSource(words));
        N1qlParser parser = new N1qlParser(tokens);
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

    /** Returns the path that the name of a function means. */
    String pathOfFunction(String name) {
        return "default:" + (context.isNone() ? "" : context.bucket() + "." + context.scope() + ".") + name;
    }

    /** The number of a question mark among the parameters, from 1. */
    int positionOf(Token questionMark) {
        return questionMarks.getOrDefault(questionMark, 0);
    }

    private N1qlParser.StatementContext parseAgain(N1qlParser parser, CommonTokenStream tokens) {
        tokens.seek(0);
        parser.reset();
        parser.getInterpreter().setPredictionMode(PredictionMode.LL);
        parser.setErrorHandler(new FirstErrorStrategy());
        parser.addErrorListener(new Refusal());
        return parser.statement();
    }

    /** Looks at all words before any rule is entered. */
    private List<Token> words() {
        N1qlLexer lexer = new N1qlLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        List<Token> words = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>();
        Token token = lexer.nextToken();
        while (token.getType() != Token.EOF) {
            refuseBroken(token);
            nest(token, words, open);
            if (open.size() > DEPTH_MAX) {
                throw new N1qlException(
                        N1qlException.PARSE, "syntax error - nested deeper than " + DEPTH_MAX + " levels");
            }
            if (words.size() == TOKENS_MAX) {
                throw new N1qlException(
                        N1qlException.PARSE, "syntax error - more than " + TOKENS_MAX + " words in one statement");
            }
            if (token.getText().equals("?")) {
                questionMarks.put(token, questionMarks.size() + 1);
            }
            words.add(token);
            token = lexer.nextToken();
        }
        words.add(token);
        return words;
    }

    /** An END that closes nothing closes a FOR of UPDATE, which opened nothing. */
    private static void nest(Token token, List<Token> before, Deque<String> open) {
        switch (token.getType()) {
            case N1qlLexer.CASE, N1qlLexer.ANY, N1qlLexer.SOME, N1qlLexer.ARRAY, N1qlLexer.OBJECT -> open.push("END");
            case N1qlLexer.FIRST -> {
                if (typeAt(before, 1) != N1qlLexer.NULLS) {
                    open.push("END");
                }
            }
            case N1qlLexer.EVERY -> {
                int second = typeAt(before, 2);
                boolean continued =
                        typeAt(before, 1) == N1qlLexer.AND && (second == N1qlLexer.ANY || second == N1qlLexer.SOME);
                if (!continued) {
                    open.push("END");
                }
            }
            case N1qlLexer.END -> close("END", open);
            default -> {
                switch (token.getText()) {
                    case "(" -> open.push(")");
                    case "[" -> open.push("]");
                    case "{" -> open.push("}");
                    case ")", "]", "}" -> close(token.getText(), open);
                    default -> {}
                }
            }
        }
    }

    private static void close(String closer, Deque<String> open) {
        if (closer.equals(open.peek())) {
            open.pop();
        }
    }

    private static int typeAt(List<Token> before, int back) {
        return before.size() < back
                ? Token.INVALID_TYPE
                : before.get(before.size() - back).getType();
    }

    private void refuseBroken(Token token) {
        switch (token.getType()) {
            case N1qlLexer.UNCLOSED -> {
                String what = token.getText().startsWith("`") ? "escaped identifier" : "quoted string";
                throw errors.from(token, "syntax error: invalid " + what + " - missing closing quote");
            }
            case N1qlLexer.BAD_NUMBER -> throw errors.at(token, "syntax error: invalid number");
            default -> {}
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

    private final class Refusal extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object offending,
                int line,
                int column,
                @Nullable String message,
                @Nullable RecognitionException failure) {
            throw offending instanceof Token token ? errors.at(token, "syntax error") : errors.atEnd();
        }
    }
}
