package dev.mayfly.face.couchbase.xdcr.filter;

import dev.mayfly.face.couchbase.xdcr.filter.FilterTest.Operand;
import dev.mayfly.face.couchbase.xdcr.filter.FilterTokens.Kind;
import dev.mayfly.face.couchbase.xdcr.filter.FilterTokens.Token;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/** Compiles the values of one expression, and notes what of a document they read. */
final class FilterValues {
    private static final int DEPTH_MAX = 100;

    private final FilterTokens tokens;
    private boolean readBody;
    private boolean readXattrs;
    private int depth;

    FilterValues(FilterTokens tokens) {
        this.tokens = tokens;
    }

    boolean readBody() {
        return readBody;
    }

    boolean readXattrs() {
        return readXattrs;
    }

    Operand value() throws FilterSyntaxException {
        Operand left = product();
        while (tokens.peek().isSign("+") || tokens.peek().isSign("-")) {
            left = combined(tokens.next().text().charAt(0), left, product());
        }
        return left;
    }

    private Operand product() throws FilterSyntaxException {
        Operand left = factor();
        while (tokens.peek().isSign("*")
                || tokens.peek().isSign("/")
                || tokens.peek().isSign("%")) {
            left = combined(tokens.next().text().charAt(0), left, factor());
        }
        return left;
    }

    private static Operand combined(char operator, Operand left, Operand right) {
        return document -> FilterFunctions.apply(operator, left.of(document), right.of(document));
    }

    private Operand factor() throws FilterSyntaxException {
        if (++depth > DEPTH_MAX) {
            throw new FilterSyntaxException("The expression is nested too deeply");
        }
        try {
            if (tokens.takeSign("-")) {
                JsonNode zero = LongNode.valueOf(0);
                return combined('-', _ -> zero, factor());
            }
            if (tokens.takeSign("(")) {
                Operand inner = value();
                tokens.expect(")");
                return inner;
            }
            return atom();
        } finally {
            depth--;
        }
    }

    private Operand atom() throws FilterSyntaxException {
        Token token = tokens.peek();
        boolean isCall = token.kind() == Kind.NAME
                && !token.isWord("META")
                && tokens.peek(1).isSign("(");
        if (isCall) {
            return call(tokens.next().text().toUpperCase(Locale.ROOT));
        }
        if (token.kind() == Kind.TEXT) {
            return constant(StringNode.valueOf(tokens.next().text()));
        }
        if (token.kind() == Kind.NUMBER) {
            return constant(number(tokens.next().text()));
        }
        if (token.isWord("TRUE") || token.isWord("FALSE")) {
            return constant(BooleanNode.valueOf(tokens.next().isWord("TRUE")));
        }
        if (tokens.takeWord("NULL")) {
            return constant(NullNode.getInstance());
        }
        return field();
    }

    private static Operand constant(JsonNode value) {
        return _ -> value;
    }

    private static JsonNode number(String text) {
        try {
            return LongNode.valueOf(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return DoubleNode.valueOf(Double.parseDouble(text));
        }
    }

    private Operand call(String name) throws FilterSyntaxException {
        tokens.expect("(");
        Double constant = FilterFunctions.constant(name);
        if (constant != null) {
            tokens.expect(")");
            return constant(DoubleNode.valueOf(constant));
        }
        Operand first = value();
        DoubleBinaryOperator ofTwo = FilterFunctions.ofTwo(name);
        if (ofTwo != null) {
            tokens.expect(",");
            Operand second = value();
            tokens.expect(")");
            return document -> FilterFunctions.apply(ofTwo, first.of(document), second.of(document));
        }
        tokens.expect(")");
        if (name.equals("DATE")) {
            return document -> FilterFunctions.instant(first.of(document));
        }
        DoubleUnaryOperator ofOne = FilterFunctions.ofOne(name);
        if (ofOne == null) {
            throw new FilterSyntaxException("The function " + name + " is not known");
        }
        return document -> FilterFunctions.apply(ofOne, first.of(document));
    }

    /** A field of the document or of its metadata. */
    Operand field() throws FilterSyntaxException {
        if (tokens.takeWord("META")) {
            return meta();
        }
        readBody = true;
        Operand field = step(FilteredDocument::body, name());
        return path(field);
    }

    private Operand meta() throws FilterSyntaxException {
        tokens.expect("(");
        tokens.expect(")");
        tokens.expect(".");
        String part = name();
        if (part.equals("id")) {
            return document -> StringNode.valueOf(document.key());
        }
        if (!part.equals("xattrs")) {
            throw new FilterSyntaxException("META() has id and xattrs alone");
        }
        readXattrs = true;
        return path(FilteredDocument::xattrs);
    }

    private Operand path(Operand from) throws FilterSyntaxException {
        Operand field = from;
        while (true) {
            if (tokens.takeSign(".")) {
                field = step(field, name());
            } else if (tokens.takeSign("[")) {
                field = element(field);
            } else {
                return field;
            }
        }
    }

    private static Operand step(Operand from, String name) {
        return document -> from.of(document).path(name);
    }

    private Operand element(Operand from) throws FilterSyntaxException {
        Token index = tokens.next();
        tokens.expect("]");
        try {
            int position = Integer.parseInt(index.text());
            return document -> from.of(document).path(position);
        } catch (NumberFormatException _) {
            throw new FilterSyntaxException("The position of an element must be a number: " + index.text());
        }
    }

    private String name() throws FilterSyntaxException {
        Token token = tokens.peek();
        boolean isName = token.kind() == Kind.QUOTED_NAME || (token.kind() == Kind.NAME && !token.isReserved());
        if (!isName) {
            throw tokens.unexpected();
        }
        return tokens.next().text();
    }
}
