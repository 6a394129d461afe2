package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.Functions;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.Comparison;
import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.Ordering;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
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

/** What a query means, said in the plainest way: whole lists, one definition after another. */
final class NaiveModel {
    private static final Moment MOMENT = new Moment(0, new Random(1));

    private NaiveModel() {}

    /** Everything one row knows: what its names stand for. */
    private record Row(Value item, Map<String, Value> names, Map<Expression, Value> computed) {
        Row with(String name, Value value) {
            Map<String, Value> more = new HashMap<>(names);
            more.put(name, value);
            return new Row(item, more, computed);
        }

        Row knowing(Map<Expression, Value> results) {
            Map<Expression, Value> more = new HashMap<>(computed);
            more.putAll(results);
            return new Row(item, names, more);
        }
    }

    static List<Value> run(Query query, List<Value> items) {
        List<Row> rows = new ArrayList<>();
        items.forEach(item -> rows.addAll(joined(query, new Row(item, Map.of(), Map.of()))));
        return finished(query, rows, new Row(Values.UNDEFINED, Map.of(), Map.of()));
    }

    private static List<Row> joined(Query query, Row outer) {
        List<Row> rows = List.of(outer);
        for (Query.Source source : query.sources()) {
            rows = rows.stream().flatMap(row -> joined(source, row)).toList();
        }
        Expression where = query.where();
        return where == null
                ? rows
                : rows.stream().filter(row -> value(where, row).isTrue()).toList();
    }

    private static Stream<Row> joined(Query.Source source, Row row) {
        List<Value> values = switch (source.rows()) {
            case Query.Path(Expression path) -> List.of(value(path, row));
            case Query.Derived(Query query) -> subquery(query, row);
        };
        return values.stream()
                .flatMap(value -> source.each() ? elements(value).stream() : Stream.of(value))
                .filter(value -> !value.isUndefined())
                .map(value -> source.alias() == null ? row : row.with(source.alias(), value));
    }

    private static List<Value> elements(Value value) {
        List<Value> elements = new ArrayList<>();
        if (value instanceof ArrayValue array) {
            array.forEach(elements::add);
        }
        return elements;
    }

    private static List<Value> subquery(Query query, Row outer) {
        return finished(query, joined(query, outer), outer);
    }

    /** Order, group, project, make distinct, cut. */
    private static List<Value> finished(Query query, List<Row> found, Row outer) {
        List<Row> rows = new ArrayList<>(found);
        Comparator<Row> order = (_, _) -> 0;
        for (Query.Order one : query.orderBy()) {
            Comparator<Row> next = (a, b) -> Ordering.compare(value(one.value(), a), value(one.value(), b));
            order = order.thenComparing(one.descending() ? next.reversed() : next);
        }
        if (query.distinct() && !query.orderBy().isEmpty()) {
            // Rows that nothing else tells apart go by themselves, so that a page knows where it goes on.
            order = order.thenComparing(row -> projected(query, row), Ordering::compare);
        }
        rows.sort(order);
        Stream<Value> projected = grouped(query, rows, outer).stream()
                .map(row -> projected(query, row))
                .filter(row -> !row.isUndefined());
        List<Value> all =
                new ArrayList<>(query.distinct() ? new LinkedHashSet<>(projected.toList()) : projected.toList());
        Query.Window window = query.window();
        long skip = window == null ? 0 : amount(window.offset());
        long limit = Math.min(
                window == null ? Long.MAX_VALUE : amount(window.limit()),
                query.top() == null ? Long.MAX_VALUE : amount(query.top()));
        return all.stream().skip(skip).limit(limit).toList();
    }

    private static long amount(Expression amount) {
        return ((NumberValue) ((Expression.Constant) amount).value()).longValue();
    }

    private static List<Row> grouped(Query query, List<Row> rows, Row outer) {
        List<Expression.Aggregate> aggregates = new ArrayList<>();
        selected(query.selection()).forEach(expression -> collect(expression, aggregates));
        if (aggregates.isEmpty() && query.groupBy().isEmpty()) {
            return rows;
        }
        Map<List<Value>, List<Row>> groups = new LinkedHashMap<>();
        if (query.groupBy().isEmpty()) {
            groups.put(List.of(), rows);
        }
        for (Row row : query.groupBy().isEmpty() ? List.<Row>of() : rows) {
            List<Value> key = query.groupBy().stream().map(by -> value(by, row)).toList();
            groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
        }
        List<Row> made = new ArrayList<>();
        groups.forEach((key, members) -> {
            Map<Expression, Value> results = new HashMap<>();
            for (int i = 0; i < key.size(); i++) {
                results.put(query.groupBy().get(i), key.get(i));
            }
            aggregates.forEach(aggregate -> results.put(aggregate, aggregated(aggregate, members)));
            made.add(outer.knowing(results));
        });
        return made;
    }

    private static List<Expression> selected(Query.Selection selection) {
        return switch (selection) {
            case Query.Everything _ -> List.of();
            case Query.OneValue(Expression value) -> List.of(value);
            case Query.Properties(List<Query.Selected> selected) ->
                selected.stream().map(Query.Selected::value).toList();
        };
    }

    private static void collect(Expression expression, List<Expression.Aggregate> found) {
        if (expression instanceof Expression.Aggregate aggregate) {
            found.add(aggregate);
        } else {
            Trees.parts(expression).forEach(part -> collect(part, found));
        }
    }

    private static Value aggregated(Expression.Aggregate aggregate, List<Row> members) {
        List<Value> values = members.stream()
                .map(row -> value(aggregate.argument(), row))
                .filter(value -> !value.isUndefined())
                .toList();
        boolean numbers = values.stream().allMatch(NumberValue.class::isInstance);
        boolean scalars = values.stream().allMatch(value -> value.kind().compareTo(Kind.ARRAY) < 0);
        double sum = 0;
        for (Value value : values) {
            sum += value instanceof NumberValue number ? number.doubleValue() : 0;
        }
        return switch (aggregate.function()) {
            case COUNT -> Values.of(values.size());
            case COUNTIF -> Values.of(values.stream().filter(Value::isTrue).count());
            case SUM -> numbers ? Values.of(sum) : Values.UNDEFINED;
            case AVG -> numbers && !values.isEmpty() ? Values.of(sum / values.size()) : Values.UNDEFINED;
            case MIN -> scalars ? values.stream().min(Ordering::compare).orElse(Values.UNDEFINED) : Values.UNDEFINED;
            case MAX -> scalars ? values.stream().max(Ordering::compare).orElse(Values.UNDEFINED) : Values.UNDEFINED;
            case MAKELIST -> Values.array(values);
            case MAKESET -> Values.array(new ArrayList<>(new LinkedHashSet<>(values)));
        };
    }

    private static Value projected(Query query, Row row) {
        return switch (query.selection()) {
            case Query.Everything _ ->
                Objects.requireNonNull(
                        row.names().get(query.sources().getFirst().alias()));
            case Query.OneValue(Expression value) -> value(value, row);
            case Query.Properties properties -> {
                LinkedHashMap<String, Value> made = new LinkedHashMap<>();
                List<String> names = properties.names();
                for (int i = 0; i < names.size(); i++) {
                    made.put(names.get(i), value(properties.selected().get(i).value(), row));
                }
                yield Values.object(made);
            }
        };
    }

    private static Value value(Expression expression, Row row) {
        Value known = row.computed().get(expression);
        if (known != null) {
            return known;
        }
        return switch (expression) {
            case Expression.Constant(Value value) -> value;
            case Expression.Parameter(String name) -> throw new IllegalStateException(name);
            case Expression.Item _ -> row.item();
            case Expression.Input(String alias) -> row.names().getOrDefault(alias, Values.UNDEFINED);
            case Expression.Member(Expression of, Expression key) -> member(value(of, row), value(key, row));
            case Expression.Unary(UnaryOperator operator, Expression operand) ->
                Arithmetic.of(operator, value(operand, row));
            case Expression.Binary(BinaryOperator operator, Expression left, Expression right) ->
                Arithmetic.of(operator, value(left, row), value(right, row));
            case Expression.And(List<Expression> terms) -> and(values(terms, row));
            case Expression.Or(List<Expression> terms) ->
                Comparison.negate(
                        and(values(terms, row).stream().map(Comparison::negate).toList()));
            case Expression.Coalesce(List<Expression> terms) ->
                values(terms, row).stream()
                        .filter(value -> !value.isUndefined())
                        .findFirst()
                        .orElse(Values.UNDEFINED);
            case Expression.Conditional(Expression test, Expression then, Expression otherwise) ->
                value(test, row).isTrue() ? value(then, row) : value(otherwise, row);
            case Expression.Between between -> {
                Value tested = value(between.value(), row);
                yield negatedIf(
                        between.negated(),
                        and(List.of(
                                Comparison.GREATER_OR_EQUAL.of(tested, value(between.from(), row)),
                                Comparison.LESS_OR_EQUAL.of(tested, value(between.to(), row)))));
            }
            case Expression.In in -> {
                Value tested = value(in.value(), row);
                yield tested.isUndefined()
                        ? tested
                        : Values.of(values(in.choices(), row).contains(tested) != in.negated());
            }
            case Expression.Like like -> negatedIf(like.negated(), like(like, row));
            case Expression.NewArray(List<Expression> elements) -> Values.array(values(elements, row));
            case Expression.NewObject(List<Expression.Property> properties) -> {
                LinkedHashMap<String, Value> made = new LinkedHashMap<>();
                properties.forEach(property -> made.put(property.name(), value(property.value(), row)));
                yield Values.object(made);
            }
            case Expression.Call(String function, List<Expression> arguments) ->
                Functions.resolve(function, arguments.size())
                        .evaluate(MOMENT, values(arguments, row).toArray(Value[]::new));
            case Expression.Aggregate aggregate -> throw new IllegalStateException(aggregate.toString());
            case Expression.Subquery(Expression.SubqueryKind kind, Query query) -> of(kind, subquery(query, row));
        };
    }

    private static List<Value> values(List<Expression> expressions, Row row) {
        return expressions.stream().map(expression -> value(expression, row)).toList();
    }

    private static Value negatedIf(boolean negated, Value value) {
        return negated ? Comparison.negate(value) : value;
    }

    private static Value and(List<Value> values) {
        if (values.stream().anyMatch(Value::isFalse)) {
            return Values.FALSE;
        }
        return values.stream().allMatch(Value::isTrue) ? Values.TRUE : Values.UNDEFINED;
    }

    private static Value member(Value of, Value key) {
        return switch (key) {
            case StringValue name -> of.field(name.stringValue());
            case NumberValue index when index.isLong() -> of.element((int) index.longValue());
            default -> Values.UNDEFINED;
        };
    }

    /** As a regular expression. */
    private static Value like(Expression.Like like, Row row) {
        if (!(value(like.value(), row) instanceof StringValue text)) {
            return Values.UNDEFINED;
        }
        String pattern = ((StringValue) ((Expression.Constant) like.pattern()).value()).stringValue();
        String regex = pattern.replace("%", ".*").replace("_", ".");
        return Values.of(Pattern.compile(regex, Pattern.DOTALL)
                .matcher(text.stringValue())
                .matches());
    }

    private static Value of(Expression.SubqueryKind kind, List<Value> rows) {
        return switch (kind) {
            case EXISTS -> Values.of(!rows.isEmpty());
            case ARRAY -> Values.array(rows);
            case FIRST, SCALAR -> rows.isEmpty() ? Values.UNDEFINED : rows.getFirst();
            case LAST -> rows.isEmpty() ? Values.UNDEFINED : rows.getLast();
            case ALL -> throw new IllegalStateException("ALL");
        };
    }
}
