package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes trees as texts that read back as the same trees. */
final class QueryPrinter {
    private QueryPrinter() {}

    static String print(Query query) {
        StringBuilder text = new StringBuilder("SELECT ");
        text.append(query.distinct() ? "DISTINCT " : "");
        text.append(query.top() == null ? "" : "TOP " + print(query.top()) + " ");
        text.append(
                switch (query.selection()) {
                    case Query.Everything _ -> "*";
                    case Query.OneValue(Expression value) -> "VALUE " + print(value);
                    case Query.Properties(List<Query.Selected> selected) ->
                        selected.stream().map(QueryPrinter::selected).collect(Collectors.joining(", "));
                });
        if (!query.sources().isEmpty()) {
            text.append(query.sources().stream()
                    .map(QueryPrinter::source)
                    .collect(Collectors.joining(" JOIN ", " FROM ", "")));
        }
        text.append(query.where() == null ? "" : " WHERE " + print(query.where()));
        text.append(query.groupBy().isEmpty() ? "" : " GROUP BY " + all(query.groupBy()));
        if (!query.orderBy().isEmpty()) {
            text.append(query.orderBy().stream()
                    .map(order -> print(order.value()) + (order.descending() ? " DESC" : ""))
                    .collect(Collectors.joining(", ", " ORDER BY ", "")));
        }
        Query.Window window = query.window();
        text.append(window == null ? "" : " OFFSET " + print(window.offset()) + " LIMIT " + print(window.limit()));
        return text.toString();
    }

    private static String selected(Query.Selected selected) {
        return print(selected.value()) + alias(selected.alias());
    }

    private static String alias(@Nullable String alias) {
        return alias == null ? "" : " AS " + alias;
    }

    private static String source(Query.Source source) {
        String rows = switch (source.rows()) {
            case Query.Path(Expression path) -> print(path);
            case Query.Derived(Query query) -> "(" + print(query) + ")";
        };
        return source.each() ? source.alias() + " IN " + rows : rows + alias(source.alias());
    }

    private static String all(List<Expression> expressions) {
        return expressions.stream().map(QueryPrinter::print).collect(Collectors.joining(", "));
    }

    static String print(Expression expression) {
        return switch (expression) {
            case Expression.Constant(Value value) -> value.isUndefined() ? "undefined" : Values.json(value);
            case Expression.Parameter(String name) -> name;
            case Expression.Item _ -> "root";
            case Expression.Input(String alias) -> alias;
            case Expression.Member(Expression of, Expression key) -> member(of, key);
            case Expression.Unary(UnaryOperator operator, Expression operand) ->
                "(" + operator.text() + " " + print(operand) + ")";
            case Expression.Binary(BinaryOperator operator, Expression left, Expression right) ->
                "(" + print(left) + " " + operator.text() + " " + print(right) + ")";
            case Expression.And(List<Expression> terms) -> joined(terms, " AND ");
            case Expression.Or(List<Expression> terms) -> joined(terms, " OR ");
            case Expression.Coalesce(List<Expression> terms) -> joined(terms, " ?? ");
            case Expression.Conditional(Expression test, Expression then, Expression otherwise) ->
                "(" + print(test) + " ? " + print(then) + " : " + print(otherwise) + ")";
            case Expression.Between between ->
                "(" + print(between.value()) + not(between.negated()) + " BETWEEN " + print(between.from()) + " AND "
                        + print(between.to()) + ")";
            case Expression.In in -> "(" + print(in.value()) + not(in.negated()) + " IN (" + all(in.choices()) + "))";
            case Expression.Like like ->
                "(" + print(like.value()) + not(like.negated()) + " LIKE " + print(like.pattern())
                        + (like.escape() == null ? "" : " ESCAPE \"" + like.escape() + "\"") + ")";
            case Expression.NewArray(List<Expression> elements) -> "[" + all(elements) + "]";
            case Expression.NewObject(List<Expression.Property> properties) ->
                properties.stream()
                        .map(property -> Values.json(Values.of(property.name())) + ": " + print(property.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case Expression.Call(String function, List<Expression> arguments) -> function + "(" + all(arguments) + ")";
            case Expression.Aggregate(AggregateFunction function, Expression argument) ->
                function + "(" + print(argument) + ")";
            case Expression.Subquery(Expression.SubqueryKind kind, Query query) ->
                kind.text() + "(" + print(query) + ")";
        };
    }

    private static String not(boolean negated) {
        return negated ? " NOT" : "";
    }

    private static String joined(List<Expression> terms, String operator) {
        return terms.stream().map(QueryPrinter::print).collect(Collectors.joining(operator, "(", ")"));
    }

    private static String member(Expression of, Expression key) {
        String printed = of instanceof Expression.Constant ? "(" + print(of) + ")" : print(of);
        return key instanceof Expression.Constant(StringValue name)
                        && name.stringValue().matches("[a-zA-Z_][a-zA-Z_0-9]*")
                ? printed + "." + name.stringValue()
                : printed + "[" + print(key) + "]";
    }
}
