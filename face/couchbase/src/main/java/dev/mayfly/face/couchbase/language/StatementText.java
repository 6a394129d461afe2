package dev.mayfly.face.couchbase.language;

import dev.mayfly.base.sql.GrammarReader;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** Reads the text of a statement by the grammar, within bounds that keep every recursion short. Used once. */
final class StatementText {
    /** Limit on the nesting of brackets, and of expressions that an END closes. */
    static final int DEPTH_MAX = 100;

    /** Limit on the words and signs of a statement. */
    static final int TOKENS_MAX = 200_000;

    private final String text;
    private final SyntaxErrors errors;
    private final IdentityHashMap<Token, Integer> questionMarks = new IdentityHashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    StatementText(String text) {
        this.text = text;
        this.errors = new SyntaxErrors(text);
    }

    N1qlParser.StatementContext parse() {
        TokenStream tokens = GrammarReader.tokens(new N1qlLexer(CharStreams.fromString(text)), this::check);
        return GrammarReader.read(
                new N1qlParser(tokens),
                N1qlParser::statement,
                offending -> offending == null ? errors.atEnd() : errors.at(offending, "syntax error"));
    }

    /** Returns a part of the text as it was written. */
    String textOf(ParserRuleContext part) {
        // The parser counts characters, where Java counts units of UTF-16.
        int from = text.offsetByCodePoints(0, part.start.getStartIndex());
        return text.substring(from, text.offsetByCodePoints(0, part.stop.getStopIndex() + 1));
    }

    /** The number of a question mark among the parameters, from 1. */
    int positionOf(Token questionMark) {
        return questionMarks.getOrDefault(questionMark, 0);
    }

    private void check(Token token, List<Token> before) {
        refuseBroken(token);
        nest(token, before);
        if (open.size() > DEPTH_MAX) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - nested deeper than " + DEPTH_MAX + " levels");
        }
        if (before.size() == TOKENS_MAX) {
            throw new N1qlException(
                    N1qlException.PARSE, "syntax error - more than " + TOKENS_MAX + " words in one statement");
        }
        if (token.getText().equals("?")) {
            questionMarks.put(token, questionMarks.size() + 1);
        }
    }

    /** An END that closes nothing closes a FOR of UPDATE, which opened nothing. */
    private void nest(Token token, List<Token> before) {
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
            case N1qlLexer.END -> close("END");
            default -> {
                switch (token.getText()) {
                    case "(" -> open.push(")");
                    case "[" -> open.push("]");
                    case "{" -> open.push("}");
                    case ")", "]", "}" -> close(token.getText());
                    default -> {}
                }
            }
        }
    }

    private void close(String closer) {
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
}
