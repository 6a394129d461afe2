package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.QuotedText;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.function.VectorDistance;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Builds the tree of a query and refuses what the grammar lets pass. Used for one text. */
final class QueryReader {
    /** The most sources that FROM may join to the first, in all queries of a text together. */
    static final int JOINS_MAX = 10;

    /** The limit of the service; a client that plans by itself adds up OFFSET and LIMIT. */
    static final long AMOUNT_MAX = (1L << 32) - 1;

    private final QueryErrors errors;
    private final ExpressionReader expressions;
    private int joins;

    QueryReader(QueryErrors errors) {
        this.errors = errors;
        this.expressions = new ExpressionReader(errors, this);
    }

    /** The tree of a text. */
    static SqlQuery read(String text) {
        QueryErrors errors = new QueryErrors(text);
        CosmosSqlParser.StatementContext statement = new QueryText(text, errors).parse();
        SqlQuery query = new QueryReader(errors).read(statement.query(), null);
        errors.refuse();
        return query;
    }

    /** A query, or one inside the scope of another. */
    SqlQuery read(CosmosSqlParser.QueryContext context, @Nullable Scope outer) {
        Scope scope = new Scope(outer);
        List<SqlQuery.Source> sources = sources(context.from(), scope);
        SqlExpression where =
                context.where() == null ? null : scalar(context.where().expression(), scope, "WHERE");
        List<SqlExpression> groupBy = context.groupBy() == null ? List.of() : groupBy(context.groupBy(), scope);
        CosmosSqlParser.SelectContext select = context.select();
        SqlQuery.Selection selection = selection(select.selection(), context, sources, scope);
        List<SqlQuery.Order> orderBy = orderBy(context.orderBy(), sources, scope);
        if (!groupBy.isEmpty() || scope.aggregates()) {
            refuseUngrouped(selection, groupBy);
        }
        if (!groupBy.isEmpty() && !orderBy.isEmpty()) {
            throw QueryErrors.refusal("'ORDER BY' is not supported in queries with 'GROUP BY'.");
        }
        if (!scope.isOutermost()) {
            refuseInSubquery(context);
        }
        return new SqlQuery(
                select.DISTINCT() != null,
                select.top() == null ? null : top(select.top()),
                selection,
                sources,
                where,
                groupBy,
                orderBy,
                context.window() == null ? null : window(context.window()));
    }

    private void refuseInSubquery(CosmosSqlParser.QueryContext context) {
        if (context.orderBy() != null) {
            errors.add(context.orderBy(), "SC2202", "'ORDER BY' is not supported in subqueries.");
        }
        if (context.select().top() != null) {
            errors.add(context.select().top(), "SC2203", "'TOP' is not supported in subqueries.");
        }
        if (context.window() != null) {
            errors.add(context.window(), "SC2204", "'OFFSET LIMIT' clause is not supported in subqueries.");
        }
    }

    private SqlExpression scalar(CosmosSqlParser.ExpressionContext context, Scope scope, String clause) {
        SqlExpression expression = expressions.read(context, scope);
        if (Trees.contains(expression, SqlExpression.Aggregate.class::isInstance)) {
            throw QueryErrors.refusal("Aggregate functions are not allowed in the '" + clause + "' clause.");
        }
        return expression;
    }

    private List<SqlExpression> groupBy(CosmosSqlParser.GroupByContext context, Scope scope) {
        List<SqlExpression> keys = new ArrayList<>();
        context.expression().forEach(key -> keys.add(scalar(key, scope, "GROUP BY")));
        return keys;
    }

    private SqlQuery.Selection selection(
            CosmosSqlParser.SelectionContext context,
            CosmosSqlParser.QueryContext query,
            List<SqlQuery.Source> sources,
            Scope scope) {
        return switch (context) {
            case CosmosSqlParser.OneValueContext value ->
                new SqlQuery.OneValue(expressions.read(value.expression(), scope));
            case CosmosSqlParser.ListContext list -> properties(list, scope);
            default -> everything(context, query, sources);
        };
    }

    private SqlQuery.Selection everything(
            ParserRuleContext context, CosmosSqlParser.QueryContext query, List<SqlQuery.Source> sources) {
        if (query.groupBy() != null) {
            errors.add(context, "SC2041", "'SELECT *' is not allowed with GROUP BY.");
        } else if (sources.isEmpty()) {
            errors.add(context, "SC2039", "'SELECT *' is not valid if FROM clause is omitted.");
        } else if (sources.size() > 1) {
            errors.add(context, "SC2040", "'SELECT *' is only valid with a single input set.");
        }
        return new SqlQuery.Everything();
    }

    private SqlQuery.Properties properties(CosmosSqlParser.ListContext context, Scope scope) {
        List<SqlQuery.Selected> selected = new ArrayList<>();
        for (CosmosSqlParser.SelectedContext one : context.selected()) {
            selected.add(new SqlQuery.Selected(
                    expressions.read(one.expression(), scope),
                    one.identifier() == null ? null : one.identifier().getText()));
        }
        return new SqlQuery.Properties(selected);
    }

    private List<SqlQuery.Order> orderBy(
            CosmosSqlParser.@Nullable OrderByContext context, List<SqlQuery.Source> sources, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.ByValuesContext values -> {
                List<SqlQuery.Order> orders = new ArrayList<>();
                for (CosmosSqlParser.OrderContext order : values.order()) {
                    orders.add(new SqlQuery.Order(scalar(order.expression(), scope, "ORDER BY"), order.DESC() != null));
                }
                yield orders.stream().anyMatch(QueryReader::isByDistance)
                        ? byDistance(values, orders, sources)
                        : orders;
            }
            case CosmosSqlParser.ByRankContext rank -> List.of(rank(rank, sources, scope));
            case null, default -> List.of();
        };
    }

    private static boolean isByDistance(SqlQuery.Order order) {
        return order.value() instanceof SqlExpression.Call call && VectorDistance.isNamed(call.function());
    }

    /** The nearest items come first, whatever the metric. */
    private static List<SqlQuery.Order> byDistance(
            CosmosSqlParser.ByValuesContext context, List<SqlQuery.Order> orders, List<SqlQuery.Source> sources) {
        if (context.order().stream().anyMatch(order -> order.ASC() != null || order.DESC() != null)) {
            throw QueryErrors.refusal(
                    "Specifying a sorting order (ASC or DESC) with VectorDistance function is not supported.");
        }
        if (orders.size() > 1) {
            throw QueryErrors.refusal("The VectorDistance function must be all that ORDER BY sorts by.");
        }
        requireItems(sources, "ORDER BY VectorDistance");
        return List.of(new SqlQuery.Order(orders.getFirst().value(), true));
    }

    private static void requireItems(List<SqlQuery.Source> sources, String clause) {
        boolean isOfItems = sources.size() == 1
                && !sources.getFirst().each()
                && sources.getFirst().rows() instanceof SqlQuery.Path(SqlExpression.Item _);
        if (!isOfItems) {
            throw QueryErrors.refusal("The " + clause + " clause is supported for the items of a container alone.");
        }
    }

    /** Scores are of items, so there can be no other source. */
    private SqlQuery.Order rank(CosmosSqlParser.ByRankContext context, List<SqlQuery.Source> sources, Scope scope) {
        if (context.order().stream().anyMatch(order -> order.ASC() != null || order.DESC() != null)) {
            throw QueryErrors.refusal(
                    "Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed.");
        }
        SqlExpression score = expressions.readRank(context.order(0).expression(), scope);
        errors.refuse();
        boolean isScore = score instanceof SqlExpression.Call call
                && (SqlFunctions.isRanking(call.function()) || VectorDistance.isNamed(call.function()));
        if (!isScore || context.order().size() > 1) {
            throw QueryErrors.refusal(
                    "The ORDER BY RANK clause must be followed by a VectorDistance and/or a FullTextScore"
                            + " function call.");
        }
        requireItems(sources, "ORDER BY RANK");
        return new SqlQuery.Order(score, true);
    }

    /** Everything selected must be made of aggregates and of what GROUP BY lists. */
    private void refuseUngrouped(SqlQuery.Selection selection, List<SqlExpression> groupBy) {
        switch (selection) {
            case SqlQuery.OneValue(SqlExpression value) -> refuseUngrouped(value, groupBy);
            case SqlQuery.Properties(List<SqlQuery.Selected> selected) ->
                selected.forEach(one -> refuseUngrouped(one.value(), groupBy));
            case SqlQuery.Everything _ -> {}
        }
    }

    private void refuseUngrouped(SqlExpression expression, List<SqlExpression> groupBy) {
        SqlExpression root = expression;
        while (root instanceof SqlExpression.Member member && !groupBy.contains(root)) {
            root = member.of();
        }
        if (groupBy.contains(root) || expression instanceof SqlExpression.Aggregate) {
            return;
        }
        ParserRuleContext place = expressions.placeOf(expression);
        if (root instanceof SqlExpression.Input && place != null) {
            errors.add(
                    place,
                    "SC2102",
                    "Property reference '" + place.getText()
                            + "' is invalid in the select list because it is not contained in either an aggregate"
                            + " function or the GROUP BY clause.");
            return;
        }
        Trees.parts(expression).forEach(part -> refuseUngrouped(part, groupBy));
    }

    private SqlExpression top(CosmosSqlParser.TopContext context) {
        return amount(
                context.amount(), "SC2060", "The count value provided for a TOP clause must be an integer.", "TOP");
    }

    private SqlQuery.Window window(CosmosSqlParser.WindowContext context) {
        return new SqlQuery.Window(
                amount(
                        context.amount(0),
                        "SC2062",
                        "The OFFSET count value exceeds the maximum allowed value.",
                        "OFFSET"),
                amount(
                        context.amount(1),
                        "SC2061",
                        "The LIMIT count value exceeds the maximum allowed value.",
                        "LIMIT"));
    }

    private SqlExpression amount(CosmosSqlParser.AmountContext context, String code, String message, String clause) {
        if (context.PARAMETER() != null) {
            return new SqlExpression.Parameter(context.getText());
        }
        SqlNumber number = (SqlNumber) Literals.number(context.getText());
        if (!number.isLong()) {
            errors.add(context, "SC2060", "The count value provided for a " + clause + " clause must be an integer.");
        } else if (number.doubleValue() > AMOUNT_MAX) {
            errors.add(context, code, message);
        }
        return new SqlExpression.Constant(number);
    }

    private List<SqlQuery.Source> sources(CosmosSqlParser.@Nullable FromContext context, Scope scope) {
        List<SqlQuery.Source> sources = new ArrayList<>();
        if (context != null) {
            joins += context.source().size() - 1;
            if (joins > JOINS_MAX) {
                throw QueryErrors.refusal(
                        "The SQL query exceeded the maximum number of joins. The allowed limit is " + JOINS_MAX + ".");
            }
            context.source().forEach(source -> sources.add(source(source, scope)));
        }
        return sources;
    }

    private SqlQuery.Source source(CosmosSqlParser.SourceContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.EachOfContext each -> {
                SqlQuery.Rows rows = rows(each.collection(), scope);
                yield new SqlQuery.Source(declare(each.identifier(), scope), true, rows);
            }
            case CosmosSqlParser.WholeContext whole -> {
                SqlQuery.Rows rows = rows(whole.collection(), scope);
                String alias =
                        whole.identifier() == null ? ownAlias(whole, rows, scope) : declare(whole.identifier(), scope);
                yield new SqlQuery.Source(alias, false, rows);
            }
            default -> throw new IllegalStateException("a source of a kind unknown");
        };
    }

    private String declare(CosmosSqlParser.IdentifierContext context, Scope scope) {
        declare(context, context.getText(), scope);
        return context.getText();
    }

    private void declare(ParserRuleContext place, String alias, Scope scope) {
        if (!scope.declare(alias)) {
            errors.add(
                    place, "SC2011", "The input alias '" + alias + "' is specified more than once in the FROM clause.");
        }
    }

    /** A source without a name goes by that of the property it is, or of the container. */
    private @Nullable String ownAlias(CosmosSqlParser.WholeContext context, SqlQuery.Rows rows, Scope scope) {
        if (!(rows instanceof SqlQuery.Path(SqlExpression path))
                || !(context.collection() instanceof CosmosSqlParser.PathContext written)) {
            return null;
        }
        String alias = path instanceof SqlExpression.Item ? written.identifier().getText() : SourceNames.of(path);
        if (alias != null) {
            declare(context, alias, scope);
        }
        return alias;
    }

    private SqlQuery.Rows rows(CosmosSqlParser.CollectionContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.DerivedContext derived -> new SqlQuery.Derived(read(derived.query(), scope));
            case CosmosSqlParser.PathContext path -> new SqlQuery.Path(path(path, scope));
            case CosmosSqlParser.ComputedContext computed ->
                new SqlQuery.Derived(SqlQuery.ofValue(call(computed, scope)));
            default -> throw new IllegalStateException("a collection of a kind unknown");
        };
    }

    private SqlExpression call(CosmosSqlParser.ComputedContext context, Scope scope) {
        SqlExpression call = expressions.call(context.functionCall(), scope);
        if (call instanceof SqlExpression.Aggregate) {
            throw QueryErrors.refusal("Aggregate functions are not allowed in the 'FROM' clause.");
        }
        return call;
    }

    /** The first name of all is the container, whatever it says. */
    private SqlExpression path(CosmosSqlParser.PathContext context, Scope scope) {
        String root = context.identifier().getText();
        SqlExpression path;
        if (scope.knows(root)) {
            path = new SqlExpression.Input(root);
        } else {
            if (!scope.isEmpty()) {
                errors.add(context.identifier(), "SC2001", "Identifier '" + root + "' could not be resolved.");
            }
            path = new SqlExpression.Item();
        }
        for (CosmosSqlParser.StepContext step : context.step()) {
            path = new SqlExpression.Member(path, key(step));
        }
        return path;
    }

    private static SqlExpression.Constant key(CosmosSqlParser.StepContext step) {
        if (step.name() != null) {
            return ExpressionReader.name(step.name().getText());
        }
        return step.STRING() != null
                ? new SqlExpression.Constant(
                        SqlValues.of(QuotedText.of(step.STRING().getText())))
                : new SqlExpression.Constant(Literals.number(step.NUMBER().getText()));
    }
}
