package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Operators that are written as functions: {@code EQ(a, b)} for {@code a = b}. They become what they say. */
final class FunctionalForms {
    private static final int ANY = Integer.MAX_VALUE;

    private record Form(int least, int most, Function<List<Expression>, Expression> maker) {}

    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry("EQ", binary(Operator.EQUAL)),
            Map.entry("LT", binary(Operator.LESS)),
            Map.entry("LE", binary(Operator.LESS_OR_EQUAL)),
            Map.entry("IN", binary(Operator.IN)),
            Map.entry("WITHIN", binary(Operator.WITHIN)),
            Map.entry("AND", new Form(2, ANY, Expression.And::new)),
            Map.entry("OR", new Form(2, ANY, Expression.Or::new)),
            Map.entry("NOT", new Form(1, 1, some -> new Expression.Not(some.getFirst()))),
            Map.entry("EXISTS", new Form(1, 1, some -> new Expression.Exists(some.getFirst()))),
            Map.entry("ARRAY", new Form(0, ANY, Expression.NewArray::new)),
            Map.entry(
                    "LIKE",
                    new Form(
                            2,
                            3,
                            some -> new Expression.Like(
                                    some.get(0), some.get(1), some.size() == 3 ? some.get(2) : null))),
            Map.entry("BETWEEN", new Form(3, 3, some -> new Expression.Between(some.get(0), some.get(1), some.get(2)))),
            Map.entry("FIELD", new Form(2, 2, some -> new Expression.Field(some.get(0), some.get(1)))),
            Map.entry("ELEMENT", new Form(2, 2, some -> new Expression.Element(some.get(0), some.get(1)))),
            Map.entry(
                    "SLICE",
                    new Form(
                            2,
                            3,
                            some -> new Expression.Slice(
                                    some.get(0), some.get(1), some.size() == 3 ? some.get(2) : null))));

    private FunctionalForms() {}

    private static Form binary(Operator operator) {
        return new Form(2, 2, some -> new Expression.Binary(operator, some.get(0), some.get(1)));
    }

    /**
     * The operator that a call of this function stands for, if any.
     *
     * @throws QueryException if there is one, of another number of operands
     */
    static Optional<Expression> of(String function, List<Expression> arguments) {
        Form form = FORMS.get(function);
        if (form == null) {
            return Optional.empty();
        }
        if (arguments.size() < form.least || arguments.size() > form.most) {
            String most = form.most == ANY ? " or more" : form.most == form.least ? "" : " to " + form.most;
            throw new QueryException(
                    QueryException.PARSE,
                    "Number of arguments to function " + function + " must be " + form.least + most + ".");
        }
        return Optional.of(form.maker.apply(arguments));
    }
}
