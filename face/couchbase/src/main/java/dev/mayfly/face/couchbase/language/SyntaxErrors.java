package dev.mayfly.face.couchbase.language;

import org.antlr.v4.runtime.Token;

/** Says where in a text a mistake is, as the service says it. */
final class SyntaxErrors {
    /** How much of the line before the mistake is told. */
    private static final int NEAR_MAX = 20;

    private final String text;

    SyntaxErrors(String text) {
        this.text = text;
    }

    /** Where a word stands, as texts of other mistakes end. */
    static String place(Token token) {
        return " (near line " + token.getLine() + ", column " + (token.getCharPositionInLine() + 1) + ")";
    }

    QueryException atEnd() {
        return new QueryException(QueryException.PARSE, "syntax error - at end of input");
    }

    /** What is wrong, and where: its line and column from 1, what stands before, and the word itself. */
    QueryException at(Token token, String what) {
        return token.getType() == Token.EOF ? atEnd() : at(token, what, token.getText());
    }

    /** What is wrong with all that begins with this word. */
    QueryException from(Token token, String what) {
        return at(token, what, text.substring(text.offsetByCodePoints(0, token.getStartIndex())));
    }

    private QueryException at(Token token, String what, String shown) {
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
        return new QueryException(QueryException.PARSE, message.toString());
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
