package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.FunctionBody;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the trees of statements about functions that users make. Used for one text. */
final class FunctionReader {
    private final ExpressionReader expressions;
    private final StatementText text;

    FunctionReader(ExpressionReader expressions, StatementText text) {
        this.expressions = expressions;
        this.text = text;
    }

    N1qlStatement create(N1qlParser.CreateFunctionContext context) {
        boolean replace = context.REPLACE() != null;
        int ifNotExists = context.ifNotExists().size();
        if (replace && ifNotExists > 0) {
            throw refused("syntax error - OR REPLACE and IF NOT EXISTS are mutually exclusive");
        }
        if (ifNotExists > 1) {
            throw refused("syntax error - specify IF NOT EXISTS only once");
        }
        return new N1qlStatement.CreateFunction(
                name(context.functionPath()),
                replace,
                ifNotExists > 0,
                parameters(context.functionParameters()),
                body(context.functionBody()));
    }

    private static @Nullable List<String> parameters(N1qlParser.@Nullable FunctionParametersContext context) {
        return switch (context) {
            case null -> List.of();
            case N1qlParser.NamedParametersContext named ->
                named.identifier().stream().map(ExpressionReader::identifier).toList();
            default -> null;
        };
    }

    private FunctionBody body(N1qlParser.FunctionBodyContext context) {
        return switch (context) {
            case N1qlParser.BracedBodyContext inline -> inline(inline.expression());
            case N1qlParser.InlineBodyContext inline -> inline(inline.expression());
            case N1qlParser.JavaScriptBodyContext script ->
                script.AT() == null
                        ? new FunctionBody.Script(string(script.STRING(0).getText()))
                        : new FunctionBody.Library(
                                string(script.STRING(0).getText()),
                                string(script.STRING(1).getText()));
            case N1qlParser.GolangBodyContext plugin ->
                new FunctionBody.Plugin(
                        string(plugin.STRING(0).getText()),
                        string(plugin.STRING(1).getText()));
            default -> throw new IllegalStateException("a body of a kind unknown");
        };
    }

    private FunctionBody inline(N1qlParser.ExpressionContext expression) {
        return new FunctionBody.Inline(expressions.read(expression), text.textOf(expression));
    }

    private static String string(String literal) {
        return Literals.unquoted(literal);
    }

    static N1qlStatement drop(N1qlParser.DropFunctionContext context) {
        return new N1qlStatement.DropFunction(
                name(context.functionPath()), !context.ifExists().isEmpty());
    }

    N1qlStatement execute(N1qlParser.ExecuteFunctionContext context) {
        return new N1qlStatement.ExecuteFunction(
                name(context.functionPath()), expressions.readAll(context.expressions()));
    }

    static N1qlStatement explain(N1qlParser.ExplainFunctionContext context) {
        return new N1qlStatement.ExplainFunction(name(context.functionPath()));
    }

    private static KeyspaceName name(N1qlParser.FunctionPathContext context) {
        return SourceReader.path(context, context.identifier());
    }

    private static N1qlException refused(String text) {
        return new N1qlException(N1qlException.PARSE, text);
    }
}
