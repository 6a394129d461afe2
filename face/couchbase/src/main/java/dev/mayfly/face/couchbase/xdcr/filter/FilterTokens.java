package dev.mayfly.face.couchbase.xdcr.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words of an expression, read one after the other. */
final class FilterTokens {
    private static final Set<String> RESERVED =
            Set.of("AND", "EXISTS", "FALSE", "IF", "IS", "META", "MISSING", "NOT", "NULL", "OR", "TRUE");

    private static final List<String> SIGNS = List.of(
            "==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "!", "(", ")", "[", "]", ",", ".", "+", "-", "*",
            "/", "%");

    /** The kinds of words. */
    enum Kind {
        NAME,
        QUOTED_NAME,
        TEXT,
        NUMBER,
        SIGN,
        END
    }

    /** One word. */
    record Token(Kind kind, String text) {
        boolean isSign(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }

        boolean isWord(String word) {
            return kind == Kind.NAME && text.equalsIgnoreCase(word);
        }

        boolean isReserved() {
            return kind == Kind.NAME && RESERVED.contains(text.toUpperCase(Locale.ROOT));
        }
    }

    private final List<Token> tokens = new ArrayList<>();
    private int at;

    FilterTokens(String text) throws FilterSyntaxException {
        int from = 0;
        while (from < text.length()) {
            from = Character.isWhitespace(text.charAt(from)) ? from + 1 : read(text, from);
        }
        tokens.add(new Token(Kind.END, "the end"));
    }

    private int read(String text, int from) throws FilterSyntaxException {
        char first = text.charAt(from);
        if (first == '"' || first == '\'' || first == '`') {
            return quoted(text, from, first);
        }
        if (Character.isDigit(first)) {
            return number(text, from);
        }
        if (Character.isLetter(first) || first == '_' || first == '$') {
            int end = from + 1;
            while (end < text.length() && isPartOfName(text.charAt(end))) {
                end++;
            }
            return add(Kind.NAME, text.substring(from, end), end);
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, from)) {
                return add(Kind.SIGN, sign, from + sign.length());
            }
        }
        throw new FilterSyntaxException("The character " + first + " is not understood");
    }

    private static boolean isPartOfName(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '$';
    }

    private int add(Kind kind, String text, int end) {
        tokens.add(new Token(kind, text));
        return end;
    }

    /** A backslash before a quote or a backslash says that it is meant; before anything else it is one itself. */
    private int quoted(String text, int from, char quote) throws FilterSyntaxException {
        StringBuilder inner = new StringBuilder();
        for (int index = from + 1; index < text.length(); index++) {
            char each = text.charAt(index);
            if (each == quote) {
                return add(quote == '`' ? Kind.QUOTED_NAME : Kind.TEXT, inner.toString(), index + 1);
            }
            boolean escapes =
                    each == '\\' && index + 1 < text.length() && "\"'`\\".indexOf(text.charAt(index + 1)) >= 0;
            inner.append(escapes ? text.charAt(++index) : each);
        }
        throw new FilterSyntaxException("A quoted text does not end");
    }

    private int number(String text, int from) {
        int end = digits(text, from);
        if (end + 1 < text.length() && text.charAt(end) == '.' && Character.isDigit(text.charAt(end + 1))) {
            end = digits(text, end + 1);
        }
        if (end < text.length() && (text.charAt(end) | 0x20) == 'e') {
            int sign = end + 1 < text.length() && "+-".indexOf(text.charAt(end + 1)) >= 0 ? 2 : 1;
            int exponent = digits(text, end + sign);
            end = exponent > end + sign ? exponent : end;
        }
        return add(Kind.NUMBER, text.substring(from, end), end);
    }

    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    Token peek() {
        return tokens.get(at);
    }

    /** The word after those that come first. */
    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token next = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return next;
    }

    boolean takeSign(String... signs) {
        for (String sign : signs) {
            if (peek().isSign(sign)) {
                next();
                return true;
            }
        }
        return false;
    }

    boolean takeWord(String word) {
        boolean isIt = peek().isWord(word);
        if (isIt) {
            next();
        }
        return isIt;
    }

    void expect(String sign) throws FilterSyntaxException {
        if (!takeSign(sign)) {
            throw unexpected();
        }
    }

    FilterSyntaxException unexpected() {
        return new FilterSyntaxException("The expression is malformed at: " + peek().text());
    }

    /** Returns the word behind the parenthesis that closes the one that comes next. */
    Token behindParentheses() {
        int depth = 0;
        for (int index = at; index < tokens.size(); index++) {
            depth += tokens.get(index).isSign("(") ? 1 : tokens.get(index).isSign(")") ? -1 : 0;
            if (depth == 0) {
                return tokens.get(Math.min(index + 1, tokens.size() - 1));
            }
        }
        return tokens.getLast();
    }
}
