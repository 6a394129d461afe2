package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Operators that are written as functions: {@code EQ(a, b)} for {@code a = b}. They become what they say. */
final class FunctionalForms {
    private static final int ANY = Integer.MAX_VALUE;

    private record Form(int least, int most, Function<List<N1qlExpression>, N1qlExpression> maker) {}

    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry("EQ", binary(Operator.EQUAL)),
            Map.entry("LT", binary(Operator.LESS)),
            Map.entry("LE", binary(Operator.LESS_OR_EQUAL)),
            Map.entry("IN", binary(Operator.IN)),
            Map.entry("WITHIN", binary(Operator.WITHIN)),
            Map.entry("AND", new Form(2, ANY, N1qlExpression.And::new)),
            Map.entry("OR", new Form(2, ANY, N1qlExpression.Or::new)),
            Map.entry("NOT", new Form(1, 1, some -> new N1qlExpression.Not(some.getFirst()))),
            Map.entry("EXISTS", new Form(1, 1, some -> new N1qlExpression.Exists(some.getFirst()))),
            Map.entry("ARRAY", new Form(0, ANY, N1qlExpression.NewArray::new)),
            Map.entry(
                    "LIKE",
                    new Form(
                            2,
                            3,
                            some -> new N1qlExpression.Like(
                                    some.get(0), some.get(1), some.size() == 3 ? some.get(2) : null))),
            Map.entry(
                    "BETWEEN",
                    new Form(3, 3, some -> new N1qlExpression.Between(some.get(0), some.get(1), some.get(2)))),
            Map.entry("ELEMENT", new Form(2, 2, some -> new N1qlExpression.Element(some.get(0), some.get(1)))),
            Map.entry(
                    "SLICE",
                    new Form(
                            2,
                            3,
                            some -> new N1qlExpression.Slice(
                                    some.get(0), some.get(1), some.size() == 3 ? some.get(2) : null))));

    private FunctionalForms() {}

    private static Form binary(Operator operator) {
        return new Form(2, 2, some -> new N1qlExpression.Binary(operator, some.get(0), some.get(1)));
    }

    /**
     * The operator that a call of this function stands for, if any.
     *
     * @param written its name
     * @param near where its operands begin
     * @throws N1qlException if there is one, of another number of operands
     */
    static Optional<N1qlExpression> of(String written, List<N1qlExpression> arguments, String near) {
        Form form = FORMS.get(written.toUpperCase(Locale.ROOT));
        if (form == null) {
            return Optional.empty();
        }
        if (arguments.size() < form.least || arguments.size() > form.most) {
            throw N1qlFunctions.wrongArguments(written, form.least, form.most, near);
        }
        return Optional.of(form.maker.apply(arguments));
    }
}
