package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.GrammarReader;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.charset.StandardCharsets;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.jspecify.annotations.Nullable;

/** Reads the text of a query by the grammar, within bounds that keep every recursion short. Used once. */
final class QueryText {
    /** The limit of the service. */
    static final int BYTES_MAX = 262_144;

    /** The maximum nesting depth of brackets and of conditional expressions. */
    static final int DEPTH_MAX = 100;

    private final String text;
    private final QueryErrors errors;
    private int depth;
    private int conditions;

    QueryText(String text, QueryErrors errors) {
        this.text = text;
        this.errors = errors;
    }

    CosmosSqlParser.StatementContext parse() {
        refuseLongText();
        TokenStream tokens =
                GrammarReader.tokens(new CosmosSqlLexer(CharStreams.fromString(text)), (token, _) -> check(token));
        return GrammarReader.read(new CosmosSqlParser(tokens), CosmosSqlParser::statement, this::refusal);
    }

    private void refuseLongText() {
        if (text.length() > BYTES_MAX || text.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw QueryErrors.refusal("The SQL query text exceeded the maximum limit of " + BYTES_MAX + " characters.");
        }
    }

    private void check(Token token) {
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

    private CosmosException refusal(@Nullable Token offending) {
        if (offending != null && offending.getType() != Token.EOF) {
            errors.add(offending, "SC1001", "Syntax error, incorrect syntax near '" + offending.getText() + "'.");
        } else {
            errors.atEnd("SC1002", "Syntax error, unexpected end-of-file.");
        }
        return errors.exception();
    }
}
