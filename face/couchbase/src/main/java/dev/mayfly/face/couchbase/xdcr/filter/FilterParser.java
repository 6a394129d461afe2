package dev.mayfly.face.couchbase.xdcr.filter;

import dev.mayfly.face.couchbase.xdcr.filter.FilterTest.Comparison;
import dev.mayfly.face.couchbase.xdcr.filter.FilterTest.Operand;
import dev.mayfly.face.couchbase.xdcr.filter.FilterTokens.Kind;
import dev.mayfly.face.couchbase.xdcr.filter.FilterTokens.Token;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compiles one expression: the conditions; their values are {@link FilterValues}'. */
final class FilterParser {
    private static final int DEPTH_MAX = 100;
    private static final int TEXT_MAX = 16 << 10;

    private static final Map<String, Comparison> COMPARISONS = Map.of(
            "=", Comparison.EQUAL,
            "==", Comparison.EQUAL,
            "!=", Comparison.UNEQUAL,
            "<>", Comparison.UNEQUAL,
            "<", Comparison.LESS,
            "<=", Comparison.AT_MOST,
            ">", Comparison.GREATER,
            ">=", Comparison.AT_LEAST);

    private final FilterTokens tokens;
    private final FilterValues values;
    private int depth;

    FilterParser(String text) throws FilterSyntaxException {
        if (text.length() > TEXT_MAX) {
            throw new FilterSyntaxException("The expression is too long");
        }
        this.tokens = new FilterTokens(text);
        this.values = new FilterValues(tokens);
    }

    DocumentFilter parse() throws FilterSyntaxException {
        FilterTest whole = either();
        if (tokens.peek().kind() != Kind.END) {
            throw tokens.unexpected();
        }
        return new DocumentFilter(whole, values.readBody(), values.readXattrs());
    }

    private FilterTest either() throws FilterSyntaxException {
        FilterTest left = both();
        while (tokens.takeWord("OR") || tokens.takeSign("||")) {
            FilterTest first = left;
            FilterTest second = both();
            left = document -> first.holds(document) || second.holds(document);
        }
        return left;
    }

    private FilterTest both() throws FilterSyntaxException {
        FilterTest left = negatable();
        while (tokens.takeWord("AND") || tokens.takeSign("&&")) {
            FilterTest first = left;
            FilterTest second = negatable();
            left = document -> first.holds(document) && second.holds(document);
        }
        return left;
    }

    private FilterTest negatable() throws FilterSyntaxException {
        if (++depth > DEPTH_MAX) {
            throw new FilterSyntaxException("The expression is nested too deeply");
        }
        try {
            if (tokens.takeWord("NOT") || tokens.takeSign("!")) {
                FilterTest inner = negatable();
                return document -> !inner.holds(document);
            }
            return condition();
        } finally {
            depth--;
        }
    }

    private FilterTest condition() throws FilterSyntaxException {
        if (tokens.peek().isSign("(") && !continuesValue(tokens.behindParentheses())) {
            tokens.next();
            FilterTest inner = either();
            tokens.expect(")");
            return inner;
        }
        if (tokens.takeWord("EXISTS")) {
            tokens.expect("(");
            Operand field = values.field();
            tokens.expect(")");
            return document -> !field.of(document).isMissingNode();
        }
        if (tokens.peek().isWord("REGEXP_CONTAINS")) {
            tokens.next();
            return match();
        }
        if (isTruth(tokens.peek()) && !continuesValue(tokens.peek(1))) {
            boolean holds = tokens.next().isWord("TRUE");
            return _ -> holds;
        }
        return comparison();
    }

    private static boolean isTruth(Token token) {
        return token.isWord("TRUE") || token.isWord("FALSE");
    }

    /** Returns true if what is before this word is a value, and no condition. */
    private static boolean continuesValue(Token token) {
        return token.isWord("IS")
                || (token.kind() == Kind.SIGN
                        && (COMPARISONS.containsKey(token.text()) || "+-*/%".contains(token.text())));
    }

    private FilterTest match() throws FilterSyntaxException {
        tokens.expect("(");
        Operand text = values.value();
        tokens.expect(",");
        Token pattern = tokens.peek();
        if (pattern.kind() != Kind.TEXT) {
            throw new FilterSyntaxException("The pattern of REGEXP_CONTAINS must be a text");
        }
        tokens.next();
        tokens.expect(")");
        Predicate<String> finder = FilterPattern.finder(pattern.text());
        return document -> {
            var value = text.of(document);
            return value.isString() && finder.test(value.stringValue());
        };
    }

    private FilterTest comparison() throws FilterSyntaxException {
        Operand left = values.value();
        if (tokens.takeWord("IS")) {
            return check(left, tokens.takeWord("NOT"));
        }
        Comparison comparison = comparison(tokens.peek());
        if (comparison == null) {
            throw tokens.unexpected();
        }
        tokens.next();
        return comparison.of(left, values.value(), FilterOrder::compare);
    }

    private static @Nullable Comparison comparison(Token token) {
        return token.kind() == Kind.SIGN ? COMPARISONS.get(token.text()) : null;
    }

    private FilterTest check(Operand value, boolean isNegated) throws FilterSyntaxException {
        if (tokens.takeWord("NULL")) {
            return document -> value.of(document).isNull() != isNegated;
        }
        if (tokens.takeWord("MISSING")) {
            return document -> value.of(document).isMissingNode() != isNegated;
        }
        throw tokens.unexpected();
    }
}
