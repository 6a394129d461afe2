package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import org.antlr.v4.runtime.Token;

/** Describes the place of a mistake in a text, in the words of the service. */
final class SyntaxErrors {
    /** Limit on the characters of the line shown before the mistake. */
    private static final int NEAR_MAX = 20;

    private final String text;

    SyntaxErrors(String text) {
        this.text = text;
    }

    /** Returns the place of a word in the form that ends the texts of other mistakes. */
    static String place(Token token) {
        return " (near line " + token.getLine() + ", column " + (token.getCharPositionInLine() + 1) + ")";
    }

    N1qlException atEnd() {
        return new N1qlException(N1qlException.PARSE, "syntax error - at end of input");
    }

    /** Returns the error and its place: line and column from 1, the text before, and the word itself. */
    N1qlException at(Token token, String what) {
        return token.getType() == Token.EOF ? atEnd() : at(token, what, token.getText());
    }

    /** Returns the error about everything that begins with this word. */
    N1qlException from(Token token, String what) {
        return at(token, what, text.substring(text.offsetByCodePoints(0, token.getStartIndex())));
    }

    private N1qlException at(Token token, String what, String shown) {
        StringBuilder message = new StringBuilder(what)
                .append(" - line ")
                .append(token.getLine())
                .append(", column ")
                .append(token.getCharPositionInLine() + 1);
        String near = near(token);
        if (!near.isEmpty()) {
            message.append(", near '").append(near).append('\'');
        }
        message.append(", at: ").append(shown);
        if (isReserved(token)) {
            message.append(" (reserved word)");
        }
        return new N1qlException(N1qlException.PARSE, message.toString());
    }

    private static boolean isReserved(Token token) {
        return token.getType() >= N1qlLexer.ADVISE && token.getType() <= N1qlLexer.RESERVED;
    }

    /** The end of what stands before the word in its line, from a character that is no space. */
    private String near(Token token) {
        int until = text.offsetByCodePoints(0, token.getStartIndex());
        int line = text.offsetByCodePoints(0, token.getStartIndex() - token.getCharPositionInLine());
        int from = Math.max(line, until - NEAR_MAX);
        while (from < until && Character.isWhitespace(text.charAt(from))) {
            from++;
        }
        if (from == until) {
            return "";
        }
        return (from == line ? "" : "...") + text.substring(from, until);
    }
}
