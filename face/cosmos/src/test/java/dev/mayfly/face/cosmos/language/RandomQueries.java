package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.SqlExpression.SubqueryKind;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes queries that mean something, over items with the properties a, b, c (scalars), o (an object) and t (an array). */
final class RandomQueries {
    private static final List<String> PROPERTIES = List.of("a", "b", "c", "o", "t", "group", "no such");
    private static final List<String> CONSTANTS =
            List.of("null", "true", "false", "0", "1", "2", "-1", "2.5", "\"\"", "\"x\"", "\"xy\"", "\"\\\"\\u0000\"");
    private static final List<String> ONE_ARGUMENT =
            List.of("IS_DEFINED", "IS_NUMBER", "LENGTH", "UPPER", "ABS", "ARRAY_LENGTH");
    private static final AggregateFunction[] AGGREGATES = AggregateFunction.values();

    private final RandomGenerator random;
    private int aliases;

    RandomQueries(RandomGenerator random) {
        this.random = random;
    }

    SqlValue item() {
        StringBuilder json = new StringBuilder("{\"id\": \"" + random.nextInt(100) + "\"");
        for (String name : List.of("a", "b", "c", "group")) {
            if (random.nextInt(4) > 0) {
                json.append(", \"").append(name).append("\": ").append(json(0));
            }
        }
        json.append(", \"o\": ").append(json(2)).append(", \"t\": [");
        int elements = random.nextInt(4);
        for (int i = 0; i < elements; i++) {
            json.append(i == 0 ? "" : ", ").append(json(1));
        }
        return QueryInterpreter.value(json + "]}");
    }

    private String json(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(3)) {
            case 1 -> "{\"a\": " + json(depth - 1) + ", \"b\": " + json(depth - 1) + "}";
            case 2 -> "[" + json(depth - 1) + ", " + json(depth - 1) + "]";
            default -> pick(CONSTANTS);
        };
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    SqlQuery query() {
        return query(List.of(), 3);
    }

    private SqlQuery query(List<String> outer, int depth) {
        List<String> known = new ArrayList<>(outer);
        boolean outermost = outer.isEmpty();
        List<SqlQuery.Source> sources = new ArrayList<>();
        int count = outermost ? 1 + random.nextInt(2) : random.nextInt(3);
        for (int i = 0; i < count; i++) {
            SqlQuery.Source source = source(known, depth);
            sources.add(source);
            if (source.alias() != null) {
                known.add(source.alias());
            }
        }
        SqlExpression where = random.nextBoolean() ? null : expression(known, depth);
        List<SqlExpression> groupBy = random.nextInt(4) == 0 ? expressions(known, 1, 2) : List.of();
        boolean grouped = !groupBy.isEmpty() || random.nextInt(5) == 0;
        boolean everything = sources.size() == 1 && !grouped && random.nextInt(4) == 0;
        boolean ordered = outermost && !grouped && random.nextInt(3) == 0;
        return new SqlQuery(
                random.nextInt(4) == 0,
                outermost && random.nextInt(4) == 0 ? amount() : null,
                everything ? new SqlQuery.Everything() : selection(known, groupBy, grouped, depth),
                sources,
                where,
                groupBy,
                ordered ? orders(known) : List.of(),
                outermost && random.nextInt(4) == 0 ? new SqlQuery.Window(amount(), amount()) : null);
    }

    private SqlExpression amount() {
        return constant(Integer.toString(random.nextInt(5)));
    }

    private static SqlExpression constant(String json) {
        return new SqlExpression.Constant(QueryInterpreter.value(json));
    }

    private List<SqlQuery.Order> orders(List<String> known) {
        List<SqlQuery.Order> orders = new ArrayList<>();
        for (SqlExpression value : expressions(known, 1, 2)) {
            orders.add(new SqlQuery.Order(value, random.nextBoolean()));
        }
        return orders;
    }

    private String alias() {
        return "s" + aliases++;
    }

    private SqlQuery.Source source(List<String> known, int depth) {
        if (known.isEmpty()) {
            SqlExpression item = new SqlExpression.Item();
            return switch (random.nextInt(4)) {
                case 0 -> new SqlQuery.Source(alias(), true, new SqlQuery.Path(member(item, "t")));
                case 1 -> new SqlQuery.Source(alias(), false, new SqlQuery.Path(member(item, "o")));
                default -> new SqlQuery.Source(alias(), false, new SqlQuery.Path(item));
            };
        }
        boolean derived = depth > 1 && random.nextInt(4) == 0;
        SqlQuery.Rows rows = derived
                ? new SqlQuery.Derived(query(known, depth - 2))
                : new SqlQuery.Path(member(new SqlExpression.Input(pick(known)), pick(PROPERTIES)));
        return new SqlQuery.Source(alias(), random.nextBoolean(), rows);
    }

    private static SqlExpression member(SqlExpression of, String name) {
        return new SqlExpression.Member(of, new SqlExpression.Constant(SqlValues.of(name)));
    }

    private SqlQuery.Selection selection(List<String> known, List<SqlExpression> groupBy, boolean grouped, int depth) {
        if (random.nextBoolean()) {
            return new SqlQuery.OneValue(selected(known, groupBy, grouped, depth));
        }
        List<SqlQuery.Selected> selected = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            selected.add(new SqlQuery.Selected(
                    selected(known, groupBy, grouped, depth), random.nextBoolean() ? "p" + i : null));
        }
        return new SqlQuery.Properties(selected);
    }

    private SqlExpression selected(List<String> known, List<SqlExpression> groupBy, boolean grouped, int depth) {
        if (!grouped) {
            return expression(known, depth);
        }
        if (!groupBy.isEmpty() && random.nextBoolean()) {
            return pick(groupBy);
        }
        AggregateFunction function = AGGREGATES[random.nextInt(AGGREGATES.length)];
        return new SqlExpression.Aggregate(function, withoutSubquery(known));
    }

    private SqlExpression withoutSubquery(List<String> known) {
        return expression(known, 1);
    }

    private List<SqlExpression> expressions(List<String> known, int depth, int countMax) {
        List<SqlExpression> all = new ArrayList<>();
        int count = 1 + random.nextInt(countMax);
        for (int i = 0; i < count; i++) {
            all.add(expression(known, depth));
        }
        return all;
    }

    private SqlExpression leaf(List<String> known) {
        if (known.isEmpty() || random.nextInt(3) == 0) {
            return random.nextInt(8) == 0 ? new SqlExpression.Constant(SqlValues.UNDEFINED) : constant(pick(CONSTANTS));
        }
        SqlExpression input = new SqlExpression.Input(pick(known));
        return random.nextInt(4) == 0 ? input : member(input, pick(PROPERTIES));
    }

    /** An expression; below a depth of 2 it has no query inside. */
    SqlExpression expression(List<String> known, int depth) {
        if (depth <= 0) {
            return leaf(known);
        }
        return switch (random.nextInt(14)) {
            case 0 -> new SqlExpression.And(terms(known, depth));
            case 1 -> new SqlExpression.Or(terms(known, depth));
            case 2 -> new SqlExpression.Coalesce(terms(known, depth));
            case 3 -> new SqlExpression.Conditional(inner(known, depth), inner(known, depth), inner(known, depth));
            case 4 ->
                new SqlExpression.Between(
                        inner(known, depth), inner(known, depth), inner(known, depth), random.nextBoolean());
            case 5 -> new SqlExpression.In(inner(known, depth), expressions(known, depth - 1, 3), random.nextBoolean());
            case 6 ->
                new SqlExpression.Like(
                        inner(known, depth),
                        constant("\"" + pick(List.of("x%", "_", "%y", "[w-y]")) + "\""),
                        escape(),
                        random.nextBoolean());
            case 7 -> new SqlExpression.NewArray(expressions(known, depth - 1, 3));
            case 8 ->
                new SqlExpression.NewObject(List.of(
                        new SqlExpression.Property("a", inner(known, depth)),
                        new SqlExpression.Property("b c", inner(known, depth))));
            case 9 -> new SqlExpression.Call(pick(ONE_ARGUMENT), List.of(inner(known, depth)));
            case 10 -> unary(inner(known, depth));
            case 11 ->
                new SqlExpression.Member(inner(known, depth), constant(pick(List.of("0", "1", "\"a\"", "\"b\""))));
            case 12 -> subqueryOr(known, depth);
            default -> binary(known, depth);
        };
    }

    private @Nullable String escape() {
        return random.nextInt(3) == 0 ? "!" : null;
    }

    private SqlExpression inner(List<String> known, int depth) {
        return expression(known, depth - 1);
    }

    private List<SqlExpression> terms(List<String> known, int depth) {
        List<SqlExpression> terms = expressions(known, depth - 1, 2);
        terms.add(inner(known, depth));
        return terms;
    }

    private SqlExpression unary(SqlExpression operand) {
        UnaryOperator operator = UnaryOperator.values()[random.nextInt(UnaryOperator.values().length)];
        // A sign before a number is read as part of it.
        boolean folds = operand instanceof SqlExpression.Constant
                && (operator == UnaryOperator.MINUS || operator == UnaryOperator.PLUS);
        return new SqlExpression.Unary(folds ? UnaryOperator.NOT : operator, operand);
    }

    private SqlExpression binary(List<String> known, int depth) {
        BinaryOperator operator = BinaryOperator.values()[random.nextInt(BinaryOperator.values().length)];
        return new SqlExpression.Binary(operator, inner(known, depth), inner(known, depth));
    }

    private SqlExpression subqueryOr(List<String> known, int depth) {
        if (depth < 2 || known.isEmpty()) {
            return leaf(known);
        }
        SqlQuery query = query(known, depth - 2);
        SubqueryKind[] kinds = {
            SubqueryKind.EXISTS, SubqueryKind.ARRAY, SubqueryKind.FIRST, SubqueryKind.LAST, SubqueryKind.SCALAR
        };
        int choices = Trees.mayMakeManyRows(query) ? kinds.length - 1 : kinds.length;
        return new SqlExpression.Subquery(kinds[random.nextInt(choices)], query);
    }
}
