package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes trees as texts that read back as the same trees. */
final class QueryPrinter {
    private QueryPrinter() {}

    static String print(SqlQuery query) {
        StringBuilder text = new StringBuilder("SELECT ");
        text.append(query.distinct() ? "DISTINCT " : "");
        text.append(query.top() == null ? "" : "TOP " + print(query.top()) + " ");
        text.append(
                switch (query.selection()) {
                    case SqlQuery.Everything _ -> "*";
                    case SqlQuery.OneValue(SqlExpression value) -> "VALUE " + print(value);
                    case SqlQuery.Properties(List<SqlQuery.Selected> selected) ->
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
        SqlQuery.Window window = query.window();
        text.append(window == null ? "" : " OFFSET " + print(window.offset()) + " LIMIT " + print(window.limit()));
        return text.toString();
    }

    private static String selected(SqlQuery.Selected selected) {
        return print(selected.value()) + alias(selected.alias());
    }

    private static String alias(@Nullable String alias) {
        return alias == null ? "" : " AS " + alias;
    }

    private static String source(SqlQuery.Source source) {
        String rows = switch (source.rows()) {
            case SqlQuery.Path(SqlExpression path) -> print(path);
            case SqlQuery.Derived(SqlQuery query) -> "(" + print(query) + ")";
        };
        return source.each() ? source.alias() + " IN " + rows : rows + alias(source.alias());
    }

    private static String all(List<SqlExpression> expressions) {
        return expressions.stream().map(QueryPrinter::print).collect(Collectors.joining(", "));
    }

    static String print(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Constant(SqlValue value) -> value.isUndefined() ? "undefined" : SqlValues.json(value);
            case SqlExpression.Parameter(String name) -> name;
            case SqlExpression.Item _ -> "root";
            case SqlExpression.Input(String alias) -> alias;
            case SqlExpression.Member(SqlExpression of, SqlExpression key) -> member(of, key);
            case SqlExpression.Unary(UnaryOperator operator, SqlExpression operand) ->
                "(" + operator.text() + " " + print(operand) + ")";
            case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) ->
                "(" + print(left) + " " + operator.text() + " " + print(right) + ")";
            case SqlExpression.And(List<SqlExpression> terms) -> joined(terms, " AND ");
            case SqlExpression.Or(List<SqlExpression> terms) -> joined(terms, " OR ");
            case SqlExpression.Coalesce(List<SqlExpression> terms) -> joined(terms, " ?? ");
            case SqlExpression.Conditional(SqlExpression test, SqlExpression then, SqlExpression otherwise) ->
                "(" + print(test) + " ? " + print(then) + " : " + print(otherwise) + ")";
            case SqlExpression.Between between ->
                "(" + print(between.value()) + not(between.negated()) + " BETWEEN " + print(between.from()) + " AND "
                        + print(between.to()) + ")";
            case SqlExpression.In in ->
                "(" + print(in.value()) + not(in.negated()) + " IN (" + all(in.choices()) + "))";
            case SqlExpression.Like like ->
                "(" + print(like.value()) + not(like.negated()) + " LIKE " + print(like.pattern())
                        + (like.escape() == null ? "" : " ESCAPE \"" + like.escape() + "\"") + ")";
            case SqlExpression.NewArray(List<SqlExpression> elements) -> "[" + all(elements) + "]";
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) ->
                properties.stream()
                        .map(property -> SqlValues.json(SqlValues.of(property.name())) + ": " + print(property.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case SqlExpression.Call(String function, List<SqlExpression> arguments) ->
                function + "(" + all(arguments) + ")";
            case SqlExpression.UserCall(String name, List<SqlExpression> arguments) ->
                "udf." + name + "(" + all(arguments) + ")";
            case SqlExpression.Aggregate(AggregateFunction function, SqlExpression argument) ->
                function + "(" + print(argument) + ")";
            case SqlExpression.Subquery(SqlExpression.SubqueryKind kind, SqlQuery query) ->
                kind.text() + "(" + print(query) + ")";
        };
    }

    private static String not(boolean negated) {
        return negated ? " NOT" : "";
    }

    private static String joined(List<SqlExpression> terms, String operator) {
        return terms.stream().map(QueryPrinter::print).collect(Collectors.joining(operator, "(", ")"));
    }

    private static String member(SqlExpression of, SqlExpression key) {
        String printed = of instanceof SqlExpression.Constant ? "(" + print(of) + ")" : print(of);
        return key instanceof SqlExpression.Constant(SqlString name)
                        && name.stringValue().matches("[a-zA-Z_][a-zA-Z_0-9]*")
                ? printed + "." + name.stringValue()
                : printed + "[" + print(key) + "]";
    }
}
