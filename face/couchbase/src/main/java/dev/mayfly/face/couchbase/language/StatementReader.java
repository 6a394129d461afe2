package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a statement. Used for one text. */
public final class StatementReader {
    private static final int NOT_IMPLEMENTED = 1020;

    private final StatementText text;
    private final QueryReader queries;
    private final ExpressionReader expressions;
    private final ChangeReader changes;
    private final DefinitionReader definitions;

    private StatementReader(StatementText text) {
        this.text = text;
        this.queries = new QueryReader(text);
        this.expressions = queries.expressions();
        this.changes = new ChangeReader(queries);
        this.definitions = new DefinitionReader(queries, text);
    }

    /**
     * Parses a statement.
     *
     * @throws N1qlException if it is no statement, or an unsupported one
     */
    public static N1qlStatement read(String text) {
        StatementText words = new StatementText(text);
        N1qlParser.StatementContext parsed = words.parse();
        return new StatementReader(words).read(parsed);
    }

    /** The tree of an expression alone, such as a key of an index. */
    public static N1qlExpression readExpression(String text) {
        N1qlStatement read = read("SELECT RAW " + text);
        if (read instanceof N1qlStatement.Select(N1qlQuery query)
                && query.term() instanceof N1qlQuery.Select select
                && select.from().isEmpty()
                && select.projection() instanceof N1qlQuery.Raw(N1qlExpression value)) {
            return value;
        }
        throw new N1qlException(N1qlException.PARSE, "syntax error - not an expression: " + text);
    }

    private N1qlStatement read(N1qlParser.StatementContext context) {
        if (context.explain() != null) {
            return new N1qlStatement.Explain(target(context.explain().target()));
        }
        if (context.explainFunction() != null) {
            return FunctionReader.explain(context.explainFunction());
        }
        if (context.prepare() != null) {
            return prepare(context.prepare());
        }
        if (context.execute() != null) {
            return execute(context.execute());
        }
        return target(context.target());
    }

    private N1qlStatement prepare(N1qlParser.PrepareContext context) {
        N1qlParser.TargetContext target = context.target();
        return new N1qlStatement.Prepare(
                name(context.preparedName()), !context.FORCE().isEmpty(), target(target), text.textOf(target));
    }

    private static @Nullable String name(N1qlParser.@Nullable PreparedNameContext context) {
        if (context == null) {
            return null;
        }
        return context.STRING() == null
                ? ExpressionReader.identifier(context.identifier())
                : Literals.unquoted(context.getText());
    }

    private N1qlStatement execute(N1qlParser.ExecuteContext context) {
        N1qlExpression using = null;
        if (context.array() != null) {
            using = new N1qlExpression.NewArray(
                    expressions.readAll(context.array().expressions()));
        } else if (context.object() != null) {
            using = expressions.object(context.object());
        }
        return new N1qlStatement.Execute(expressions.read(context.expression()), using);
    }

    private N1qlStatement target(N1qlParser.TargetContext context) {
        return switch (context) {
            case N1qlParser.QueryTargetContext query -> new N1qlStatement.Select(queries.read(query.query()));
            case N1qlParser.InsertTargetContext insert -> changes.insert(insert.insert());
            case N1qlParser.UpdateTargetContext update -> changes.update(update.update());
            case N1qlParser.DeleteTargetContext delete -> changes.delete(delete.delete());
            case N1qlParser.MergeTargetContext merge -> changes.merge(merge.merge());
            case N1qlParser.TransactionTargetContext control -> transaction(control.transaction());
            case N1qlParser.UnbuiltTargetContext unbuilt -> throw unbuilt(unbuilt.unbuilt());
            default -> definitions.read(context);
        };
    }

    private static N1qlStatement.Transaction transaction(N1qlParser.TransactionContext context) {
        return switch (context) {
            case N1qlParser.StartTransactionContext _ -> new N1qlStatement.Transaction.Start();
            case N1qlParser.CommitTransactionContext _ -> new N1qlStatement.Transaction.Commit();
            case N1qlParser.RollbackTransactionContext rollback ->
                new N1qlStatement.Transaction.Rollback(ExpressionReader.identifierIf(rollback.identifier()));
            case N1qlParser.SavepointContext savepoint ->
                new N1qlStatement.Transaction.Savepoint(ExpressionReader.identifier(savepoint.identifier()));
            case N1qlParser.SetIsolationContext _ -> new N1qlStatement.Transaction.SetIsolation();
            default -> throw new IllegalStateException("a statement of a kind unknown");
        };
    }

    private static N1qlException unbuilt(N1qlParser.UnbuiltContext context) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < Math.min(2, context.getChildCount()); i++) {
            words.add(context.getChild(i).getText());
        }
        boolean first = context.start.getType() != N1qlParser.CREATE
                && context.start.getType() != N1qlParser.DROP
                && context.start.getType() != N1qlParser.UPDATE;
        String what = (first ? words.getFirst() : String.join(" ", words)).toUpperCase(Locale.ROOT);
        return new N1qlException(NOT_IMPLEMENTED, "This feature is not implemented: " + what);
    }
}
