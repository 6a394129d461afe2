package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a query and refuses what the grammar lets pass. Used for one text. */
final class QueryReader {
    /** How many sources FROM may join to the first, in all queries of a text together. */
    static final int JOINS_MAX = 10;

    /** What the service takes; a client that plans by itself adds up OFFSET and LIMIT. */
    static final long AMOUNT_MAX = (1L << 32) - 1;

    private final QueryErrors errors;
    private final ExpressionReader expressions;
    private int joins;

    QueryReader(QueryErrors errors) {
        this.errors = errors;
        this.expressions = new ExpressionReader(errors, this);
    }

    /** The tree of a text. */
    static Query read(String text) {
        QueryErrors errors = new QueryErrors(text);
        CosmosSqlParser.StatementContext statement = new QueryText(text, errors).parse();
        Query query = new QueryReader(errors).read(statement.query(), null);
        errors.refuse();
        return query;
    }

    /** A query, or one inside the scope of another. */
    Query read(CosmosSqlParser.QueryContext context, @Nullable Scope outer) {
        Scope scope = new Scope(outer);
        List<Query.Source> sources = sources(context.from(), scope);
        Expression where =
                context.where() == null ? null : scalar(context.where().expression(), scope, "WHERE");
        List<Expression> groupBy = context.groupBy() == null ? List.of() : groupBy(context.groupBy(), scope);
        CosmosSqlParser.SelectContext select = context.select();
        Query.Selection selection = selection(select.selection(), context, sources, scope);
        List<Query.Order> orderBy = orderBy(context.orderBy(), scope);
        if (!groupBy.isEmpty() || scope.aggregates()) {
            refuseUngrouped(selection, groupBy);
        }
        if (!groupBy.isEmpty() && !orderBy.isEmpty()) {
            throw QueryErrors.refusal("'ORDER BY' is not supported in queries with 'GROUP BY'.");
        }
        if (!scope.isOutermost()) {
            refuseInSubquery(context);
        }
        return new Query(
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

    private Expression scalar(CosmosSqlParser.ExpressionContext context, Scope scope, String clause) {
        Expression expression = expressions.read(context, scope);
        if (Trees.contains(expression, Expression.Aggregate.class::isInstance)) {
            throw QueryErrors.refusal("Aggregate functions are not allowed in the '" + clause + "' clause.");
        }
        return expression;
    }

    private List<Expression> groupBy(CosmosSqlParser.GroupByContext context, Scope scope) {
        List<Expression> keys = new ArrayList<>();
        context.expression().forEach(key -> keys.add(scalar(key, scope, "GROUP BY")));
        return keys;
    }

    private Query.Selection selection(
            CosmosSqlParser.SelectionContext context,
            CosmosSqlParser.QueryContext query,
            List<Query.Source> sources,
            Scope scope) {
        return switch (context) {
            case CosmosSqlParser.OneValueContext value ->
                new Query.OneValue(expressions.read(value.expression(), scope));
            case CosmosSqlParser.ListContext list -> properties(list, scope);
            default -> everything(context, query, sources);
        };
    }

    private Query.Selection everything(
            ParserRuleContext context, CosmosSqlParser.QueryContext query, List<Query.Source> sources) {
        if (query.groupBy() != null) {
            errors.add(context, "SC2041", "'SELECT *' is not allowed with GROUP BY.");
        } else if (sources.isEmpty()) {
            errors.add(context, "SC2039", "'SELECT *' is not valid if FROM clause is omitted.");
        } else if (sources.size() > 1) {
            errors.add(context, "SC2040", "'SELECT *' is only valid with a single input set.");
        }
        return new Query.Everything();
    }

    private Query.Properties properties(CosmosSqlParser.ListContext context, Scope scope) {
        List<Query.Selected> selected = new ArrayList<>();
        for (CosmosSqlParser.SelectedContext one : context.selected()) {
            selected.add(new Query.Selected(
                    expressions.read(one.expression(), scope),
                    one.identifier() == null ? null : one.identifier().getText()));
        }
        return new Query.Properties(selected);
    }

    private List<Query.Order> orderBy(CosmosSqlParser.@Nullable OrderByContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.ByValuesContext values -> {
                List<Query.Order> orders = new ArrayList<>();
                for (CosmosSqlParser.OrderContext order : values.order()) {
                    orders.add(new Query.Order(scalar(order.expression(), scope, "ORDER BY"), order.DESC() != null));
                }
                yield orders;
            }
            case CosmosSqlParser.ByRankContext _ ->
                throw QueryErrors.refusal("The ORDER BY RANK clause is not supported: there is no full text search.");
            case null, default -> List.of();
        };
    }

    /** Everything selected must be made of aggregates and of what GROUP BY lists. */
    private void refuseUngrouped(Query.Selection selection, List<Expression> groupBy) {
        switch (selection) {
            case Query.OneValue(Expression value) -> refuseUngrouped(value, groupBy);
            case Query.Properties(List<Query.Selected> selected) ->
                selected.forEach(one -> refuseUngrouped(one.value(), groupBy));
            case Query.Everything _ -> {}
        }
    }

    private void refuseUngrouped(Expression expression, List<Expression> groupBy) {
        Expression root = expression;
        while (root instanceof Expression.Member member && !groupBy.contains(root)) {
            root = member.of();
        }
        if (groupBy.contains(root) || expression instanceof Expression.Aggregate) {
            return;
        }
        ParserRuleContext place = expressions.placeOf(expression);
        if (root instanceof Expression.Input && place != null) {
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

    private Expression top(CosmosSqlParser.TopContext context) {
        return amount(
                context.amount(), "SC2060", "The count value provided for a TOP clause must be an integer.", "TOP");
    }

    private Query.Window window(CosmosSqlParser.WindowContext context) {
        return new Query.Window(
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

    private Expression amount(CosmosSqlParser.AmountContext context, String code, String message, String clause) {
        if (context.PARAMETER() != null) {
            return new Expression.Parameter(context.getText());
        }
        NumberValue number = (NumberValue) Literals.number(context.getText());
        if (!number.isLong()) {
            errors.add(context, "SC2060", "The count value provided for a " + clause + " clause must be an integer.");
        } else if (number.doubleValue() > AMOUNT_MAX) {
            errors.add(context, code, message);
        }
        return new Expression.Constant(number);
    }

    private List<Query.Source> sources(CosmosSqlParser.@Nullable FromContext context, Scope scope) {
        List<Query.Source> sources = new ArrayList<>();
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

    private Query.Source source(CosmosSqlParser.SourceContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.EachOfContext each -> {
                Query.Rows rows = rows(each.collection(), scope);
                yield new Query.Source(declare(each.identifier(), scope), true, rows);
            }
            case CosmosSqlParser.WholeContext whole -> {
                Query.Rows rows = rows(whole.collection(), scope);
                String alias =
                        whole.identifier() == null ? ownAlias(whole, rows, scope) : declare(whole.identifier(), scope);
                yield new Query.Source(alias, false, rows);
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
    private @Nullable String ownAlias(CosmosSqlParser.WholeContext context, Query.Rows rows, Scope scope) {
        if (!(rows instanceof Query.Path(Expression path))
                || !(context.collection() instanceof CosmosSqlParser.PathContext written)) {
            return null;
        }
        String alias = path instanceof Expression.Item ? written.identifier().getText() : SourceNames.of(path);
        if (alias != null) {
            declare(context, alias, scope);
        }
        return alias;
    }

    private Query.Rows rows(CosmosSqlParser.CollectionContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.DerivedContext derived -> new Query.Derived(read(derived.query(), scope));
            case CosmosSqlParser.PathContext path -> new Query.Path(path(path, scope));
            case CosmosSqlParser.ComputedContext computed -> new Query.Derived(Query.ofValue(call(computed, scope)));
            default -> throw new IllegalStateException("a collection of a kind unknown");
        };
    }

    private Expression call(CosmosSqlParser.ComputedContext context, Scope scope) {
        Expression call = expressions.call(context.functionCall(), scope);
        if (call instanceof Expression.Aggregate) {
            throw QueryErrors.refusal("Aggregate functions are not allowed in the 'FROM' clause.");
        }
        return call;
    }

    /** The first name of all is the container, whatever it says. */
    private Expression path(CosmosSqlParser.PathContext context, Scope scope) {
        String root = context.identifier().getText();
        Expression path;
        if (scope.knows(root)) {
            path = new Expression.Input(root);
        } else {
            if (!scope.isEmpty()) {
                errors.add(context.identifier(), "SC2001", "Identifier '" + root + "' could not be resolved.");
            }
            path = new Expression.Item();
        }
        for (CosmosSqlParser.StepContext step : context.step()) {
            path = new Expression.Member(path, key(step));
        }
        return path;
    }

    private static Expression.Constant key(CosmosSqlParser.StepContext step) {
        if (step.name() != null) {
            return ExpressionReader.name(step.name().getText());
        }
        return step.STRING() != null
                ? new Expression.Constant(
                        Values.of(Literals.string(step.STRING().getText())))
                : new Expression.Constant(Literals.number(step.NUMBER().getText()));
    }
}
