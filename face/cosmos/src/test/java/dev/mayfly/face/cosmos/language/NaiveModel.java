package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlComparison;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The meaning of a query, in the plainest way: whole lists, one definition after another. */
final class NaiveModel {
    private static final QueryInstant MOMENT = new QueryInstant(0, new Random(1));

    private NaiveModel() {}

    /** Everything one row knows: what its names stand for. */
    private record Row(SqlValue item, Map<String, SqlValue> names, Map<SqlExpression, SqlValue> computed) {
        Row with(String name, SqlValue value) {
            Map<String, SqlValue> more = new HashMap<>(names);
            more.put(name, value);
            return new Row(item, more, computed);
        }

        Row knowing(Map<SqlExpression, SqlValue> results) {
            Map<SqlExpression, SqlValue> more = new HashMap<>(computed);
            more.putAll(results);
            return new Row(item, names, more);
        }
    }

    static List<SqlValue> run(SqlQuery query, List<SqlValue> items) {
        List<Row> rows = new ArrayList<>();
        items.forEach(item -> rows.addAll(joined(query, new Row(item, Map.of(), Map.of()))));
        return finished(query, rows, new Row(SqlValues.UNDEFINED, Map.of(), Map.of()));
    }

    private static List<Row> joined(SqlQuery query, Row outer) {
        List<Row> rows = List.of(outer);
        for (SqlQuery.Source source : query.sources()) {
            rows = rows.stream().flatMap(row -> joined(source, row)).toList();
        }
        SqlExpression where = query.where();
        return where == null
                ? rows
                : rows.stream().filter(row -> value(where, row).isTrue()).toList();
    }

    private static Stream<Row> joined(SqlQuery.Source source, Row row) {
        List<SqlValue> values = switch (source.rows()) {
            case SqlQuery.Path(SqlExpression path) -> List.of(value(path, row));
            case SqlQuery.Derived(SqlQuery query) -> subquery(query, row);
        };
        return values.stream()
                .flatMap(value -> source.each() ? elements(value).stream() : Stream.of(value))
                .filter(value -> !value.isUndefined())
                .map(value -> source.alias() == null ? row : row.with(source.alias(), value));
    }

    private static List<SqlValue> elements(SqlValue value) {
        List<SqlValue> elements = new ArrayList<>();
        if (value instanceof SqlArray array) {
            array.forEach(elements::add);
        }
        return elements;
    }

    private static List<SqlValue> subquery(SqlQuery query, Row outer) {
        return finished(query, joined(query, outer), outer);
    }

    /** Order, group, project, make distinct, cut. */
    private static List<SqlValue> finished(SqlQuery query, List<Row> found, Row outer) {
        List<Row> rows = new ArrayList<>(found);
        Comparator<Row> order = (_, _) -> 0;
        for (SqlQuery.Order one : query.orderBy()) {
            Comparator<Row> next = (a, b) -> SqlOrdering.compare(value(one.value(), a), value(one.value(), b));
            order = order.thenComparing(one.descending() ? next.reversed() : next);
        }
        if (query.distinct() && !query.orderBy().isEmpty()) {
            // Rows that nothing else tells apart go by themselves, so that a page knows where it goes on.
            order = order.thenComparing(row -> projected(query, row), SqlOrdering::compare);
        }
        rows.sort(order);
        Stream<SqlValue> projected = grouped(query, rows, outer).stream()
                .map(row -> projected(query, row))
                .filter(row -> !row.isUndefined());
        List<SqlValue> all =
                new ArrayList<>(query.distinct() ? new LinkedHashSet<>(projected.toList()) : projected.toList());
        SqlQuery.Window window = query.window();
        long skip = window == null ? 0 : amount(window.offset());
        long limit = Math.min(
                window == null ? Long.MAX_VALUE : amount(window.limit()),
                query.top() == null ? Long.MAX_VALUE : amount(query.top()));
        return all.stream().skip(skip).limit(limit).toList();
    }

    private static long amount(SqlExpression amount) {
        return ((SqlNumber) ((SqlExpression.Constant) amount).value()).longValue();
    }

    private static List<Row> grouped(SqlQuery query, List<Row> rows, Row outer) {
        List<SqlExpression.Aggregate> aggregates = new ArrayList<>();
        selected(query.selection()).forEach(expression -> collect(expression, aggregates));
        if (aggregates.isEmpty() && query.groupBy().isEmpty()) {
            return rows;
        }
        Map<List<SqlValue>, List<Row>> groups = new LinkedHashMap<>();
        if (query.groupBy().isEmpty()) {
            groups.put(List.of(), rows);
        }
        for (Row row : query.groupBy().isEmpty() ? List.<Row>of() : rows) {
            List<SqlValue> key =
                    query.groupBy().stream().map(by -> value(by, row)).toList();
            groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
        }
        List<Row> made = new ArrayList<>();
        groups.forEach((key, members) -> {
            Map<SqlExpression, SqlValue> results = new HashMap<>();
            for (int i = 0; i < key.size(); i++) {
                results.put(query.groupBy().get(i), key.get(i));
            }
            aggregates.forEach(aggregate -> results.put(aggregate, aggregated(aggregate, members)));
            made.add(outer.knowing(results));
        });
        return made;
    }

    private static List<SqlExpression> selected(SqlQuery.Selection selection) {
        return switch (selection) {
            case SqlQuery.Everything _ -> List.of();
            case SqlQuery.OneValue(SqlExpression value) -> List.of(value);
            case SqlQuery.Properties(List<SqlQuery.Selected> selected) ->
                selected.stream().map(SqlQuery.Selected::value).toList();
        };
    }

    private static void collect(SqlExpression expression, List<SqlExpression.Aggregate> found) {
        if (expression instanceof SqlExpression.Aggregate aggregate) {
            found.add(aggregate);
        } else {
            Trees.parts(expression).forEach(part -> collect(part, found));
        }
    }

    private static SqlValue aggregated(SqlExpression.Aggregate aggregate, List<Row> members) {
        List<SqlValue> values = members.stream()
                .map(row -> value(aggregate.argument(), row))
                .filter(value -> !value.isUndefined())
                .toList();
        boolean numbers = values.stream().allMatch(SqlNumber.class::isInstance);
        boolean scalars = values.stream().allMatch(value -> value.kind().compareTo(SqlKind.ARRAY) < 0);
        double sum = 0;
        for (SqlValue value : values) {
            sum += value instanceof SqlNumber number ? number.doubleValue() : 0;
        }
        return switch (aggregate.function()) {
            case COUNT -> SqlValues.of(values.size());
            case COUNTIF ->
                SqlValues.of(values.stream().filter(SqlValue::isTrue).count());
            case SUM -> numbers ? SqlValues.of(sum) : SqlValues.UNDEFINED;
            case AVG -> numbers && !values.isEmpty() ? SqlValues.of(sum / values.size()) : SqlValues.UNDEFINED;
            case MIN ->
                scalars ? values.stream().min(SqlOrdering::compare).orElse(SqlValues.UNDEFINED) : SqlValues.UNDEFINED;
            case MAX ->
                scalars ? values.stream().max(SqlOrdering::compare).orElse(SqlValues.UNDEFINED) : SqlValues.UNDEFINED;
            case MAKELIST -> SqlValues.array(values);
            case MAKESET -> SqlValues.array(new ArrayList<>(new LinkedHashSet<>(values)));
        };
    }

    private static SqlValue projected(SqlQuery query, Row row) {
        return switch (query.selection()) {
            case SqlQuery.Everything _ ->
                Objects.requireNonNull(
                        row.names().get(query.sources().getFirst().alias()));
            case SqlQuery.OneValue(SqlExpression value) -> value(value, row);
            case SqlQuery.Properties properties -> {
                LinkedHashMap<String, SqlValue> made = new LinkedHashMap<>();
                List<String> names = properties.names();
                for (int i = 0; i < names.size(); i++) {
                    made.put(names.get(i), value(properties.selected().get(i).value(), row));
                }
                yield SqlValues.object(made);
            }
        };
    }

    private static SqlValue value(SqlExpression expression, Row row) {
        SqlValue known = row.computed().get(expression);
        if (known != null) {
            return known;
        }
        return switch (expression) {
            case SqlExpression.Constant(SqlValue value) -> value;
            case SqlExpression.Parameter(String name) -> throw new IllegalStateException(name);
            case SqlExpression.Item _ -> row.item();
            case SqlExpression.Input(String alias) -> row.names().getOrDefault(alias, SqlValues.UNDEFINED);
            case SqlExpression.Member(SqlExpression of, SqlExpression key) -> member(value(of, row), value(key, row));
            case SqlExpression.Unary(UnaryOperator operator, SqlExpression operand) ->
                Arithmetic.of(operator, value(operand, row));
            case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) ->
                Arithmetic.of(operator, value(left, row), value(right, row));
            case SqlExpression.And(List<SqlExpression> terms) -> and(values(terms, row));
            case SqlExpression.Or(List<SqlExpression> terms) ->
                SqlComparison.negate(and(
                        values(terms, row).stream().map(SqlComparison::negate).toList()));
            case SqlExpression.Coalesce(List<SqlExpression> terms) ->
                values(terms, row).stream()
                        .filter(value -> !value.isUndefined())
                        .findFirst()
                        .orElse(SqlValues.UNDEFINED);
            case SqlExpression.Conditional(SqlExpression test, SqlExpression then, SqlExpression otherwise) ->
                value(test, row).isTrue() ? value(then, row) : value(otherwise, row);
            case SqlExpression.Between between -> {
                SqlValue tested = value(between.value(), row);
                yield negatedIf(
                        between.negated(),
                        and(List.of(
                                SqlComparison.GREATER_OR_EQUAL.of(tested, value(between.from(), row)),
                                SqlComparison.LESS_OR_EQUAL.of(tested, value(between.to(), row)))));
            }
            case SqlExpression.In in -> {
                SqlValue tested = value(in.value(), row);
                yield tested.isUndefined()
                        ? tested
                        : SqlValues.of(values(in.choices(), row).contains(tested) != in.negated());
            }
            case SqlExpression.Like like -> negatedIf(like.negated(), like(like, row));
            case SqlExpression.NewArray(List<SqlExpression> elements) -> SqlValues.array(values(elements, row));
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) -> {
                LinkedHashMap<String, SqlValue> made = new LinkedHashMap<>();
                properties.forEach(property -> made.put(property.name(), value(property.value(), row)));
                yield SqlValues.object(made);
            }
            case SqlExpression.Call(String function, List<SqlExpression> arguments) ->
                SqlFunctions.resolve(function, arguments.size())
                        .evaluate(MOMENT, values(arguments, row).toArray(SqlValue[]::new));
            case SqlExpression.UserCall call -> throw new IllegalStateException(call.name());
            case SqlExpression.Aggregate aggregate -> throw new IllegalStateException(aggregate.toString());
            case SqlExpression.Subquery(SqlExpression.SubqueryKind kind, SqlQuery query) ->
                of(kind, subquery(query, row));
        };
    }

    private static List<SqlValue> values(List<SqlExpression> expressions, Row row) {
        return expressions.stream().map(expression -> value(expression, row)).toList();
    }

    private static SqlValue negatedIf(boolean negated, SqlValue value) {
        return negated ? SqlComparison.negate(value) : value;
    }

    private static SqlValue and(List<SqlValue> values) {
        if (values.stream().anyMatch(SqlValue::isFalse)) {
            return SqlValues.FALSE;
        }
        return values.stream().allMatch(SqlValue::isTrue) ? SqlValues.TRUE : SqlValues.UNDEFINED;
    }

    private static SqlValue member(SqlValue of, SqlValue key) {
        return switch (key) {
            case SqlString name -> of.field(name.stringValue());
            case SqlNumber index when index.isLong() -> of.element((int) index.longValue());
            default -> SqlValues.UNDEFINED;
        };
    }

    /** As a regular expression. */
    private static SqlValue like(SqlExpression.Like like, Row row) {
        if (!(value(like.value(), row) instanceof SqlString text)) {
            return SqlValues.UNDEFINED;
        }
        String pattern = ((SqlString) ((SqlExpression.Constant) like.pattern()).value()).stringValue();
        String regex = pattern.replace("%", ".*").replace("_", ".");
        return SqlValues.of(Pattern.compile(regex, Pattern.DOTALL)
                .matcher(text.stringValue())
                .matches());
    }

    private static SqlValue of(SqlExpression.SubqueryKind kind, List<SqlValue> rows) {
        return switch (kind) {
            case EXISTS -> SqlValues.of(!rows.isEmpty());
            case ARRAY -> SqlValues.array(rows);
            case FIRST, SCALAR -> rows.isEmpty() ? SqlValues.UNDEFINED : rows.getFirst();
            case LAST -> rows.isEmpty() ? SqlValues.UNDEFINED : rows.getLast();
            case ALL -> throw new IllegalStateException("ALL");
        };
    }
}
