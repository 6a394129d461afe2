package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Makes the tree of an expression. Used for one text. */
final class ExpressionReader {
    /*
     * A tree is as deep as its brackets, and as the chains of operators between them, where one is an operand of the
     * next. A short chain is what every bracket may hold; all that goes beyond is counted together, for the whole text,
     * so that no tree is deeper than a stack can bear.
     */
    private static final int CHAIN_SHORT = 8;

    private static final int CHAINED_MAX = 1000;

    private final StatementText text;
    private final QueryReader queries;
    private final CallReader calls;
    private int chained;
    private int aggregates;

    ExpressionReader(StatementText text, QueryReader queries) {
        this.text = text;
        this.queries = queries;
        this.calls = new CallReader(this, queries);
    }

    private N1qlExpression counted(N1qlExpression call) {
        aggregates += call instanceof N1qlExpression.Aggregate || call instanceof N1qlExpression.WindowFunction ? 1 : 0;
        return call;
    }

    /** Returns the number of aggregates and window functions read so far. */
    int aggregates() {
        return aggregates;
    }

    private void countChain(int length) {
        chained += Math.max(0, length - CHAIN_SHORT);
        if (chained > CHAINED_MAX) {
            throw new N1qlException(
                    N1qlException.PARSE, "syntax error - more than " + CHAINED_MAX + " operators in a row");
        }
    }

    @Nullable
    N1qlExpression readIf(N1qlParser.@Nullable ExpressionContext context) {
        return context == null ? null : read(context);
    }

    List<N1qlExpression> readAll(N1qlParser.@Nullable ExpressionsContext context) {
        List<N1qlExpression> all = new ArrayList<>();
        if (context != null) {
            context.expression().forEach(one -> all.add(read(one)));
        }
        return all;
    }

    N1qlExpression read(N1qlParser.ExpressionContext context) {
        if (context.conjunction().size() == 1) {
            return conjunction(context.conjunction(0));
        }
        List<N1qlExpression> terms = new ArrayList<>();
        context.conjunction().forEach(term -> terms.add(conjunction(term)));
        return new N1qlExpression.Or(terms);
    }

    private N1qlExpression conjunction(N1qlParser.ConjunctionContext context) {
        if (context.negation().size() == 1) {
            return negation(context.negation(0));
        }
        List<N1qlExpression> terms = new ArrayList<>();
        context.negation().forEach(term -> terms.add(negation(term)));
        return new N1qlExpression.And(terms);
    }

    private N1qlExpression negation(N1qlParser.NegationContext context) {
        return negated(context.NOT().size(), equality(context.equality()));
    }

    private N1qlExpression negated(int times, N1qlExpression operand) {
        countChain(times);
        N1qlExpression result = operand;
        for (int i = 0; i < times; i++) {
            result = new N1qlExpression.Not(result);
        }
        return result;
    }

    private N1qlExpression equality(N1qlParser.EqualityContext context) {
        N1qlExpression left = relational(context.relational(0));
        if (context.op == null) {
            return left;
        }
        N1qlExpression right = negated(context.NOT().size(), relational(context.relational(1)));
        return new N1qlExpression.Binary(Operator.of(context.op.getText()), left, right);
    }

    private N1qlExpression relational(N1qlParser.RelationalContext context) {
        N1qlExpression left = matching(context.matching(0));
        return context.op == null
                ? left
                : new N1qlExpression.Binary(Operator.of(context.op.getText()), left, matching(context.matching(1)));
    }

    private N1qlExpression matching(N1qlParser.MatchingContext context) {
        N1qlExpression value = ranged(context.ranged(0));
        if (context.LIKE() == null) {
            return value;
        }
        N1qlExpression escape = context.ESCAPE() == null ? null : ranged(context.ranged(2));
        return notIf(context.NOT(), new N1qlExpression.Like(value, ranged(context.ranged(1)), escape));
    }

    private N1qlExpression ranged(N1qlParser.RangedContext context) {
        N1qlExpression value = membership(context.membership());
        if (context.BETWEEN() == null) {
            return value;
        }
        N1qlExpression low = concatenation(context.concatenation(0));
        return notIf(context.NOT(), new N1qlExpression.Between(value, low, concatenation(context.concatenation(1))));
    }

    private N1qlExpression membership(N1qlParser.MembershipContext context) {
        N1qlExpression value = tested(context.tested(0));
        if (context.tested().size() == 1) {
            return value;
        }
        Operator operator = context.IN() != null ? Operator.IN : Operator.WITHIN;
        return notIf(context.NOT(), new N1qlExpression.Binary(operator, value, tested(context.tested(1))));
    }

    private static N1qlExpression notIf(@Nullable Object not, N1qlExpression expression) {
        return not == null ? expression : new N1qlExpression.Not(expression);
    }

    private N1qlExpression tested(N1qlParser.TestedContext context) {
        countChain(context.test().size());
        N1qlExpression value = concatenation(context.concatenation());
        for (N1qlParser.TestContext test : context.test()) {
            value = switch (test) {
                case N1qlParser.IsTestContext is -> new N1qlExpression.Is(value, testOf(is));
                case N1qlParser.IsDistinctContext is ->
                    is.NOT() == null
                            ? new N1qlExpression.DistinctFrom(value, concatenation(is.concatenation()))
                            : new N1qlExpression.Not(
                                    new N1qlExpression.DistinctFrom(value, concatenation(is.concatenation())));
                default -> throw new IllegalStateException("a test of a kind unknown");
            };
        }
        return value;
    }

    private static N1qlExpression.Test testOf(N1qlParser.IsTestContext context) {
        boolean positive = context.NOT() == null;
        if (context.NULL() != null) {
            return positive ? N1qlExpression.Test.NULL : N1qlExpression.Test.NOT_NULL;
        }
        if (context.MISSING() != null) {
            return positive ? N1qlExpression.Test.MISSING : N1qlExpression.Test.NOT_MISSING;
        }
        boolean valued = (context.UNKNOWN() == null) == positive;
        return valued ? N1qlExpression.Test.VALUED : N1qlExpression.Test.NOT_VALUED;
    }

    private N1qlExpression concatenation(N1qlParser.ConcatenationContext context) {
        countChain(context.additive().size());
        return chain(
                context.additive().stream().map(this::additive).toList(),
                (left, right) -> new N1qlExpression.Binary(Operator.CONCATENATE, left, right));
    }

    private static N1qlExpression chain(List<N1qlExpression> operands, BinaryOperator<N1qlExpression> operator) {
        N1qlExpression result = operands.getFirst();
        for (N1qlExpression operand : operands.subList(1, operands.size())) {
            result = operator.apply(result, operand);
        }
        return result;
    }

    private N1qlExpression additive(N1qlParser.AdditiveContext context) {
        countChain(context.sumOperator().size());
        N1qlExpression result = multiplicative(context.multiplicative(0));
        for (int i = 0; i < context.sumOperator().size(); i++) {
            Operator operator = Operator.of(context.sumOperator(i).getText());
            result = new N1qlExpression.Binary(operator, result, multiplicative(context.multiplicative(i + 1)));
        }
        return result;
    }

    private N1qlExpression multiplicative(N1qlParser.MultiplicativeContext context) {
        countChain(context.productOperator().size());
        N1qlExpression result = unary(context.unary(0));
        for (int i = 0; i < context.productOperator().size(); i++) {
            Operator operator = Operator.of(context.productOperator(i).getText());
            result = new N1qlExpression.Binary(operator, result, unary(context.unary(i + 1)));
        }
        return result;
    }

    private N1qlExpression unary(N1qlParser.UnaryContext context) {
        countChain(context.prefix.size());
        N1qlExpression operand = member(context.member());
        for (Token prefix : context.prefix.reversed()) {
            operand = prefix.getType() == N1qlParser.EXISTS ? new N1qlExpression.Exists(operand) : minus(operand);
        }
        return operand;
    }

    /** A sign before a number belongs to the number. */
    private static N1qlExpression minus(N1qlExpression operand) {
        return operand instanceof N1qlExpression.Constant(N1qlValue value)
                ? new N1qlExpression.Constant(N1qlArithmetic.negate(value))
                : new N1qlExpression.Negate(operand);
    }

    private N1qlExpression member(N1qlParser.MemberContext context) {
        N1qlExpression root = primary(context.primary());
        boolean isAlone = context.access().isEmpty() && context.scopedCall() == null;
        if (root instanceof N1qlExpression.SequenceValue && !isAlone) {
            throw new N1qlException(N1qlException.PARSE, "Invalid sequence name");
        }
        N1qlExpression before = path(root, context.before);
        return context.scopedCall() == null ? before : path(calls.read(before, context.scopedCall()), context.behind);
    }

    /** A value and what leads into it. */
    N1qlExpression path(N1qlExpression root, List<N1qlParser.AccessContext> accesses) {
        countChain(accesses.size());
        N1qlExpression value = root;
        for (N1qlParser.AccessContext access : accesses) {
            value = access(value, access);
        }
        return value;
    }

    private N1qlExpression access(N1qlExpression of, N1qlParser.AccessContext context) {
        return switch (context) {
            case N1qlParser.FieldAccessContext field -> new N1qlExpression.Field(of, name(field.identifier()));
            case N1qlParser.AnyCaseAccessContext field ->
                new N1qlExpression.AnyCaseField(
                        of, Literals.anyCase(field.ANY_CASE_IDENTIFIER().getText()));
            case N1qlParser.ComputedAccessContext field -> new N1qlExpression.Field(of, read(field.expression()));
            case N1qlParser.FlatAccessContext _ -> new N1qlExpression.FlatElements(of);
            case N1qlParser.EveryAccessContext _ -> new N1qlExpression.EachElement(of);
            case N1qlParser.ElementAccessContext element -> new N1qlExpression.Element(of, read(element.expression()));
            case N1qlParser.SliceAccessContext slice ->
                new N1qlExpression.Slice(of, readIf(slice.low), readIf(slice.high));
            default -> throw new IllegalStateException("an access of a kind unknown");
        };
    }

    private static N1qlExpression name(N1qlParser.IdentifierContext context) {
        return new N1qlExpression.Constant(N1qlValues.of(identifier(context)));
    }

    static Near near(Token token) {
        return Near.of(token.getLine(), token.getCharPositionInLine() + 1);
    }

    static String identifier(N1qlParser.IdentifierContext context) {
        String text = context.getText();
        return text.startsWith("`") ? Literals.unquoted(text) : text;
    }

    static @Nullable String identifierIf(N1qlParser.@Nullable IdentifierContext context) {
        return context == null ? null : identifier(context);
    }

    private N1qlExpression primary(N1qlParser.PrimaryContext context) {
        return switch (context) {
            case N1qlParser.LiteralPrimaryContext literal -> literal(literal.literal());
            case N1qlParser.ParameterPrimaryContext parameter -> parameter(parameter.parameter());
            case N1qlParser.CallPrimaryContext call -> counted(calls.read(call.call()));
            case N1qlParser.PathCallPrimaryContext call -> calls.read(call);
            case N1qlParser.SequencePrimaryContext sequence -> SequenceReader.value(sequence.sequenceValue());
            case N1qlParser.IdentifierPrimaryContext name ->
                new N1qlExpression.Identifier(identifier(name.identifier()), near(name.start));
            case N1qlParser.SelfPrimaryContext self -> new N1qlExpression.Self(near(self.start));
            case N1qlParser.AnyCasePrimaryContext name ->
                new N1qlExpression.AnyCaseIdentifier(
                        Literals.anyCase(name.ANY_CASE_IDENTIFIER().getText()));
            case N1qlParser.CasePrimaryContext choice -> choice(choice);
            case N1qlParser.AnyPrimaryContext any ->
                new N1qlExpression.Quantified(
                        any.EVERY() == null ? N1qlExpression.Quantifier.ANY : N1qlExpression.Quantifier.ANY_AND_EVERY,
                        loops(any.bindings()),
                        read(any.expression()));
            case N1qlParser.EveryPrimaryContext every ->
                new N1qlExpression.Quantified(
                        N1qlExpression.Quantifier.EVERY, loops(every.bindings()), read(every.expression()));
            case N1qlParser.ArrayPrimaryContext array ->
                collect(N1qlExpression.Collected.ARRAY, null, array.expression(), array.bindings());
            case N1qlParser.FirstPrimaryContext first ->
                collect(N1qlExpression.Collected.FIRST, null, first.expression(), first.bindings());
            case N1qlParser.ObjectPrimaryContext object ->
                collect(
                        N1qlExpression.Collected.OBJECT,
                        read(object.expression(0)),
                        object.expression().subList(1, object.expression().size()),
                        object.bindings());
            case N1qlParser.NewArrayPrimaryContext array ->
                new N1qlExpression.NewArray(readAll(array.array().expressions()));
            case N1qlParser.NewObjectPrimaryContext object -> object(object.object());
            case N1qlParser.ParenthesizedContext inner -> read(inner.expression());
            case N1qlParser.SubqueryContext inner ->
                new N1qlExpression.Subquery(queries.read(inner.query()), near(inner.start));
            default -> throw new IllegalStateException("an expression of a kind unknown");
        };
    }

    private N1qlExpression collect(
            N1qlExpression.Collected kind,
            @Nullable N1qlExpression name,
            List<N1qlParser.ExpressionContext> resultAndWhen,
            N1qlParser.BindingsContext bindings) {
        N1qlExpression when = resultAndWhen.size() == 2 ? read(resultAndWhen.get(1)) : null;
        return new N1qlExpression.Collect(kind, name, read(resultAndWhen.getFirst()), loops(bindings), when);
    }

    List<N1qlExpression.Loop> loops(N1qlParser.BindingsContext context) {
        List<N1qlExpression.Loop> loops = new ArrayList<>();
        for (N1qlParser.BindingOverContext loop : context.bindingOver()) {
            boolean named = loop.identifier().size() == 2;
            loops.add(new N1qlExpression.Loop(
                    named ? identifier(loop.identifier(0)) : null,
                    identifier(loop.identifier(named ? 1 : 0)),
                    loop.WITHIN() != null,
                    read(loop.expression()),
                    near(loop.start)));
        }
        return loops;
    }

    private static N1qlExpression literal(N1qlParser.LiteralContext context) {
        String text = context.getText();
        return new N1qlExpression.Constant(
                switch (context.start.getType()) {
                    case N1qlParser.STRING -> N1qlValues.of(Literals.unquoted(text));
                    case N1qlParser.INTEGER -> Literals.integer(text);
                    case N1qlParser.NUMBER -> Literals.number(text);
                    case N1qlParser.TRUE -> N1qlValues.TRUE;
                    case N1qlParser.FALSE -> N1qlValues.FALSE;
                    case N1qlParser.NULL -> N1qlValues.NULL;
                    default -> N1qlValues.MISSING;
                });
    }

    N1qlExpression.Parameter parameter(N1qlParser.ParameterContext context) {
        String written = context.getText();
        return new N1qlExpression.Parameter(
                written.equals("?") ? Integer.toString(text.positionOf(context.start)) : written.substring(1));
    }

    private N1qlExpression choice(N1qlParser.CasePrimaryContext context) {
        List<N1qlExpression.When> whens = new ArrayList<>();
        for (N1qlParser.WhenThenContext when : context.whenThen()) {
            whens.add(new N1qlExpression.When(read(when.expression(0)), read(when.expression(1))));
        }
        boolean otherwise = context.ELSE() != null;
        boolean operand = context.expression().size() > (otherwise ? 1 : 0);
        return new N1qlExpression.Case(
                operand ? read(context.expression(0)) : null,
                whens,
                otherwise ? read(context.expression().getLast()) : null);
    }

    N1qlExpression object(N1qlParser.ObjectContext context) {
        List<N1qlExpression.Member> members = new ArrayList<>();
        for (N1qlParser.ObjectMemberContext member : context.objectMember()) {
            N1qlExpression first = read(member.expression(0));
            if (member.expression().size() == 2) {
                members.add(new N1qlExpression.Member(first, read(member.expression(1))));
            } else {
                String alias = identifierIf(member.identifier());
                String name = alias == null ? ExpressionNames.of(first) : alias;
                if (name == null) {
                    throw new N1qlException(
                            N1qlException.PARSE, "Object member missing name or value: " + ExpressionText.of(first));
                }
                members.add(new N1qlExpression.Member(new N1qlExpression.Constant(N1qlValues.of(name)), first));
            }
        }
        return new N1qlExpression.NewObject(members);
    }
}
