package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.Expression.SubqueryKind;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
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

    Value item() {
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

    Query query() {
        return query(List.of(), 3);
    }

    private Query query(List<String> outer, int depth) {
        List<String> known = new ArrayList<>(outer);
        boolean outermost = outer.isEmpty();
        List<Query.Source> sources = new ArrayList<>();
        int count = outermost ? 1 + random.nextInt(2) : random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Query.Source source = source(known, depth);
            sources.add(source);
            if (source.alias() != null) {
                known.add(source.alias());
            }
        }
        Expression where = random.nextBoolean() ? null : expression(known, depth);
        List<Expression> groupBy = random.nextInt(4) == 0 ? expressions(known, 1, 2) : List.of();
        boolean grouped = !groupBy.isEmpty() || random.nextInt(5) == 0;
        boolean everything = sources.size() == 1 && !grouped && random.nextInt(4) == 0;
        boolean ordered = outermost && !grouped && random.nextInt(3) == 0;
        return new Query(
                random.nextInt(4) == 0,
                outermost && random.nextInt(4) == 0 ? amount() : null,
                everything ? new Query.Everything() : selection(known, groupBy, grouped, depth),
                sources,
                where,
                groupBy,
                ordered ? orders(known) : List.of(),
                outermost && random.nextInt(4) == 0 ? new Query.Window(amount(), amount()) : null);
    }

    private Expression amount() {
        return constant(Integer.toString(random.nextInt(5)));
    }

    private static Expression constant(String json) {
        return new Expression.Constant(QueryInterpreter.value(json));
    }

    private List<Query.Order> orders(List<String> known) {
        List<Query.Order> orders = new ArrayList<>();
        for (Expression value : expressions(known, 1, 2)) {
            orders.add(new Query.Order(value, random.nextBoolean()));
        }
        return orders;
    }

    private String alias() {
        return "s" + aliases++;
    }

    private Query.Source source(List<String> known, int depth) {
        if (known.isEmpty()) {
            Expression item = new Expression.Item();
            return switch (random.nextInt(4)) {
                case 0 -> new Query.Source(alias(), true, new Query.Path(member(item, "t")));
                case 1 -> new Query.Source(alias(), false, new Query.Path(member(item, "o")));
                default -> new Query.Source(alias(), false, new Query.Path(item));
            };
        }
        boolean derived = depth > 1 && random.nextInt(4) == 0;
        Query.Rows rows = derived
                ? new Query.Derived(query(known, depth - 2))
                : new Query.Path(member(new Expression.Input(pick(known)), pick(PROPERTIES)));
        return new Query.Source(alias(), random.nextBoolean(), rows);
    }

    private static Expression member(Expression of, String name) {
        return new Expression.Member(of, new Expression.Constant(Values.of(name)));
    }

    private Query.Selection selection(List<String> known, List<Expression> groupBy, boolean grouped, int depth) {
        if (random.nextBoolean()) {
            return new Query.OneValue(selected(known, groupBy, grouped, depth));
        }
        List<Query.Selected> selected = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            selected.add(new Query.Selected(
                    selected(known, groupBy, grouped, depth), random.nextBoolean() ? "p" + i : null));
        }
        return new Query.Properties(selected);
    }

    private Expression selected(List<String> known, List<Expression> groupBy, boolean grouped, int depth) {
        if (!grouped) {
            return expression(known, depth);
        }
        if (!groupBy.isEmpty() && random.nextBoolean()) {
            return pick(groupBy);
        }
        AggregateFunction function = AGGREGATES[random.nextInt(AGGREGATES.length)];
        return new Expression.Aggregate(function, withoutSubquery(known));
    }

    private Expression withoutSubquery(List<String> known) {
        return expression(known, 1);
    }

    private List<Expression> expressions(List<String> known, int depth, int countMax) {
        List<Expression> all = new ArrayList<>();
        int count = 1 + random.nextInt(countMax);
        for (int i = 0; i < count; i++) {
            all.add(expression(known, depth));
        }
        return all;
    }

    private Expression leaf(List<String> known) {
        if (known.isEmpty() || random.nextInt(3) == 0) {
            return random.nextInt(8) == 0 ? new Expression.Constant(Values.UNDEFINED) : constant(pick(CONSTANTS));
        }
        Expression input = new Expression.Input(pick(known));
        return random.nextInt(4) == 0 ? input : member(input, pick(PROPERTIES));
    }

    /** An expression; below a depth of 2 it has no query inside. */
    Expression expression(List<String> known, int depth) {
        if (depth <= 0) {
            return leaf(known);
        }
        return switch (random.nextInt(14)) {
            case 0 -> new Expression.And(terms(known, depth));
            case 1 -> new Expression.Or(terms(known, depth));
            case 2 -> new Expression.Coalesce(terms(known, depth));
            case 3 -> new Expression.Conditional(inner(known, depth), inner(known, depth), inner(known, depth));
            case 4 ->
                new Expression.Between(
                        inner(known, depth), inner(known, depth), inner(known, depth), random.nextBoolean());
            case 5 -> new Expression.In(inner(known, depth), expressions(known, depth - 1, 3), random.nextBoolean());
            case 6 ->
                new Expression.Like(
                        inner(known, depth),
                        constant("\"" + pick(List.of("x%", "_", "%y", "[w-y]")) + "\""),
                        escape(),
                        random.nextBoolean());
            case 7 -> new Expression.NewArray(expressions(known, depth - 1, 3));
            case 8 ->
                new Expression.NewObject(List.of(
                        new Expression.Property("a", inner(known, depth)),
                        new Expression.Property("b c", inner(known, depth))));
            case 9 -> new Expression.Call(pick(ONE_ARGUMENT), List.of(inner(known, depth)));
            case 10 -> unary(inner(known, depth));
            case 11 -> new Expression.Member(inner(known, depth), constant(pick(List.of("0", "1", "\"a\"", "\"b\""))));
            case 12 -> subqueryOr(known, depth);
            default -> binary(known, depth);
        };
    }

    private @Nullable String escape() {
        return random.nextInt(3) == 0 ? "!" : null;
    }

    private Expression inner(List<String> known, int depth) {
        return expression(known, depth - 1);
    }

    private List<Expression> terms(List<String> known, int depth) {
        List<Expression> terms = expressions(known, depth - 1, 2);
        terms.add(inner(known, depth));
        return terms;
    }

    private Expression unary(Expression operand) {
        UnaryOperator operator = UnaryOperator.values()[random.nextInt(UnaryOperator.values().length)];
        // A sign before a number is read as part of it.
        boolean folds = operand instanceof Expression.Constant
                && (operator == UnaryOperator.MINUS || operator == UnaryOperator.PLUS);
        return new Expression.Unary(folds ? UnaryOperator.NOT : operator, operand);
    }

    private Expression binary(List<String> known, int depth) {
        BinaryOperator operator = BinaryOperator.values()[random.nextInt(BinaryOperator.values().length)];
        return new Expression.Binary(operator, inner(known, depth), inner(known, depth));
    }

    private Expression subqueryOr(List<String> known, int depth) {
        if (depth < 2 || known.isEmpty()) {
            return leaf(known);
        }
        Query query = query(known, depth - 2);
        SubqueryKind[] kinds = {
            SubqueryKind.EXISTS, SubqueryKind.ARRAY, SubqueryKind.FIRST, SubqueryKind.LAST, SubqueryKind.SCALAR
        };
        int choices = Trees.mayMakeManyRows(query) ? kinds.length - 1 : kinds.length;
        return new Expression.Subquery(kinds[random.nextInt(choices)], query);
    }
}
