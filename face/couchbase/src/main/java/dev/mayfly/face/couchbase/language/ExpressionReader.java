package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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

    private Expression counted(Expression call) {
        aggregates += call instanceof Expression.Aggregate || call instanceof Expression.WindowFunction ? 1 : 0;
        return call;
    }

    /** How many aggregates and window functions were read so far. */
    int aggregates() {
        return aggregates;
    }

    private void countChain(int length) {
        chained += Math.max(0, length - CHAIN_SHORT);
        if (chained > CHAINED_MAX) {
            throw new QueryException(
                    QueryException.PARSE, "syntax error - more than " + CHAINED_MAX + " operators in a row");
        }
    }

    @Nullable
    Expression readIf(N1qlParser.@Nullable ExpressionContext context) {
        return context == null ? null : read(context);
    }

    List<Expression> readAll(N1qlParser.@Nullable ExpressionsContext context) {
        List<Expression> all = new ArrayList<>();
        if (context != null) {
            context.expression().forEach(one -> all.add(read(one)));
        }
        return all;
    }

    Expression read(N1qlParser.ExpressionContext context) {
        if (context.conjunction().size() == 1) {
            return conjunction(context.conjunction(0));
        }
        List<Expression> terms = new ArrayList<>();
        context.conjunction().forEach(term -> terms.add(conjunction(term)));
        return new Expression.Or(terms);
    }

    private Expression conjunction(N1qlParser.ConjunctionContext context) {
        if (context.negation().size() == 1) {
            return negation(context.negation(0));
        }
        List<Expression> terms = new ArrayList<>();
        context.negation().forEach(term -> terms.add(negation(term)));
        return new Expression.And(terms);
    }

    private Expression negation(N1qlParser.NegationContext context) {
        return negated(context.NOT().size(), equality(context.equality()));
    }

    private Expression negated(int times, Expression operand) {
        countChain(times);
        Expression result = operand;
        for (int i = 0; i < times; i++) {
            result = new Expression.Not(result);
        }
        return result;
    }

    private Expression equality(N1qlParser.EqualityContext context) {
        Expression left = relational(context.relational(0));
        if (context.op == null) {
            return left;
        }
        Expression right = negated(context.NOT().size(), relational(context.relational(1)));
        return new Expression.Binary(Operator.of(context.op.getText()), left, right);
    }

    private Expression relational(N1qlParser.RelationalContext context) {
        Expression left = matching(context.matching(0));
        return context.op == null
                ? left
                : new Expression.Binary(Operator.of(context.op.getText()), left, matching(context.matching(1)));
    }

    private Expression matching(N1qlParser.MatchingContext context) {
        Expression value = ranged(context.ranged(0));
        if (context.LIKE() == null) {
            return value;
        }
        Expression escape = context.ESCAPE() == null ? null : ranged(context.ranged(2));
        return notIf(context.NOT(), new Expression.Like(value, ranged(context.ranged(1)), escape));
    }

    private Expression ranged(N1qlParser.RangedContext context) {
        Expression value = membership(context.membership());
        if (context.BETWEEN() == null) {
            return value;
        }
        Expression low = concatenation(context.concatenation(0));
        return notIf(context.NOT(), new Expression.Between(value, low, concatenation(context.concatenation(1))));
    }

    private Expression membership(N1qlParser.MembershipContext context) {
        Expression value = tested(context.tested(0));
        if (context.tested().size() == 1) {
            return value;
        }
        Operator operator = context.IN() != null ? Operator.IN : Operator.WITHIN;
        return notIf(context.NOT(), new Expression.Binary(operator, value, tested(context.tested(1))));
    }

    private static Expression notIf(@Nullable Object not, Expression expression) {
        return not == null ? expression : new Expression.Not(expression);
    }

    private Expression tested(N1qlParser.TestedContext context) {
        countChain(context.test().size());
        Expression value = concatenation(context.concatenation());
        for (N1qlParser.TestContext test : context.test()) {
            value = switch (test) {
                case N1qlParser.IsTestContext is -> new Expression.Is(value, testOf(is));
                case N1qlParser.IsDistinctContext is ->
                    is.NOT() == null
                            ? new Expression.DistinctFrom(value, concatenation(is.concatenation()))
                            : new Expression.Not(new Expression.DistinctFrom(value, concatenation(is.concatenation())));
                default -> throw new IllegalStateException("a test of a kind unknown");
            };
        }
        return value;
    }

    private static Expression.Test testOf(N1qlParser.IsTestContext context) {
        boolean positive = context.NOT() == null;
        if (context.NULL() != null) {
            return positive ? Expression.Test.NULL : Expression.Test.NOT_NULL;
        }
        if (context.MISSING() != null) {
            return positive ? Expression.Test.MISSING : Expression.Test.NOT_MISSING;
        }
        boolean valued = (context.UNKNOWN() == null) == positive;
        return valued ? Expression.Test.VALUED : Expression.Test.NOT_VALUED;
    }

    private Expression concatenation(N1qlParser.ConcatenationContext context) {
        countChain(context.additive().size());
        return chain(
                context.additive().stream().map(this::additive).toList(),
                (left, right) -> new Expression.Binary(Operator.CONCATENATE, left, right));
    }

    private static Expression chain(List<Expression> operands, BinaryOperator<Expression> operator) {
        Expression result = operands.getFirst();
        for (Expression operand : operands.subList(1, operands.size())) {
            result = operator.apply(result, operand);
        }
        return result;
    }

    private Expression additive(N1qlParser.AdditiveContext context) {
        countChain(context.sumOperator().size());
        Expression result = multiplicative(context.multiplicative(0));
        for (int i = 0; i < context.sumOperator().size(); i++) {
            Operator operator = Operator.of(context.sumOperator(i).getText());
            result = new Expression.Binary(operator, result, multiplicative(context.multiplicative(i + 1)));
        }
        return result;
    }

    private Expression multiplicative(N1qlParser.MultiplicativeContext context) {
        countChain(context.productOperator().size());
        Expression result = unary(context.unary(0));
        for (int i = 0; i < context.productOperator().size(); i++) {
            Operator operator = Operator.of(context.productOperator(i).getText());
            result = new Expression.Binary(operator, result, unary(context.unary(i + 1)));
        }
        return result;
    }

    private Expression unary(N1qlParser.UnaryContext context) {
        countChain(context.prefix.size());
        Expression operand = member(context.member());
        for (Token prefix : context.prefix.reversed()) {
            operand = prefix.getType() == N1qlParser.EXISTS ? new Expression.Exists(operand) : minus(operand);
        }
        return operand;
    }

    /** A sign before a number belongs to the number. */
    private static Expression minus(Expression operand) {
        return operand instanceof Expression.Constant(Value value)
                ? new Expression.Constant(Arithmetic.negate(value))
                : new Expression.Negate(operand);
    }

    private Expression member(N1qlParser.MemberContext context) {
        return path(primary(context.primary()), context.access());
    }

    /** A value and what leads into it. */
    Expression path(Expression root, List<N1qlParser.AccessContext> accesses) {
        countChain(accesses.size());
        Expression value = root;
        for (N1qlParser.AccessContext access : accesses) {
            value = access(value, access);
        }
        return value;
    }

    private Expression access(Expression of, N1qlParser.AccessContext context) {
        return switch (context) {
            case N1qlParser.FieldAccessContext field -> new Expression.Field(of, name(field.identifier()));
            case N1qlParser.AnyCaseAccessContext field ->
                new Expression.AnyCaseField(
                        of, Literals.anyCase(field.ANY_CASE_IDENTIFIER().getText()));
            case N1qlParser.ComputedAccessContext field -> new Expression.Field(of, read(field.expression()));
            case N1qlParser.FlatAccessContext _ -> new Expression.FlatElements(of);
            case N1qlParser.EveryAccessContext _ -> new Expression.EachElement(of);
            case N1qlParser.ElementAccessContext element -> new Expression.Element(of, read(element.expression()));
            case N1qlParser.SliceAccessContext slice -> new Expression.Slice(of, readIf(slice.low), readIf(slice.high));
            default -> throw new IllegalStateException("an access of a kind unknown");
        };
    }

    private static Expression name(N1qlParser.IdentifierContext context) {
        return new Expression.Constant(Values.of(identifier(context)));
    }

    static String identifier(N1qlParser.IdentifierContext context) {
        String text = context.getText();
        return text.startsWith("`") ? Literals.unquoted(text) : text;
    }

    static @Nullable String identifierIf(N1qlParser.@Nullable IdentifierContext context) {
        return context == null ? null : identifier(context);
    }

    private Expression primary(N1qlParser.PrimaryContext context) {
        return switch (context) {
            case N1qlParser.LiteralPrimaryContext literal -> literal(literal.literal());
            case N1qlParser.ParameterPrimaryContext parameter -> parameter(parameter.parameter());
            case N1qlParser.CallPrimaryContext call -> counted(calls.read(call.call()));
            case N1qlParser.IdentifierPrimaryContext name -> new Expression.Identifier(identifier(name.identifier()));
            case N1qlParser.AnyCasePrimaryContext name ->
                new Expression.AnyCaseIdentifier(
                        Literals.anyCase(name.ANY_CASE_IDENTIFIER().getText()));
            case N1qlParser.CasePrimaryContext choice -> choice(choice);
            case N1qlParser.AnyPrimaryContext any ->
                new Expression.Quantified(
                        any.EVERY() == null ? Expression.Quantifier.ANY : Expression.Quantifier.ANY_AND_EVERY,
                        loops(any.bindings()),
                        read(any.expression()));
            case N1qlParser.EveryPrimaryContext every ->
                new Expression.Quantified(
                        Expression.Quantifier.EVERY, loops(every.bindings()), read(every.expression()));
            case N1qlParser.ArrayPrimaryContext array ->
                collect(Expression.Collected.ARRAY, null, array.expression(), array.bindings());
            case N1qlParser.FirstPrimaryContext first ->
                collect(Expression.Collected.FIRST, null, first.expression(), first.bindings());
            case N1qlParser.ObjectPrimaryContext object ->
                collect(
                        Expression.Collected.OBJECT,
                        read(object.expression(0)),
                        object.expression().subList(1, object.expression().size()),
                        object.bindings());
            case N1qlParser.NewArrayPrimaryContext array ->
                new Expression.NewArray(readAll(array.array().expressions()));
            case N1qlParser.NewObjectPrimaryContext object -> object(object.object());
            case N1qlParser.ParenthesizedContext inner -> read(inner.expression());
            case N1qlParser.SubqueryContext inner -> new Expression.Subquery(queries.read(inner.query()));
            default -> throw new IllegalStateException("an expression of a kind unknown");
        };
    }

    private Expression collect(
            Expression.Collected kind,
            @Nullable Expression name,
            List<N1qlParser.ExpressionContext> resultAndWhen,
            N1qlParser.BindingsContext bindings) {
        Expression when = resultAndWhen.size() == 2 ? read(resultAndWhen.get(1)) : null;
        return new Expression.Collect(kind, name, read(resultAndWhen.getFirst()), loops(bindings), when);
    }

    List<Expression.Loop> loops(N1qlParser.BindingsContext context) {
        List<Expression.Loop> loops = new ArrayList<>();
        for (N1qlParser.BindingOverContext loop : context.bindingOver()) {
            boolean named = loop.identifier().size() == 2;
            loops.add(new Expression.Loop(
                    named ? identifier(loop.identifier(0)) : null,
                    identifier(loop.identifier(named ? 1 : 0)),
                    loop.WITHIN() != null,
                    read(loop.expression())));
        }
        return loops;
    }

    private static Expression literal(N1qlParser.LiteralContext context) {
        String text = context.getText();
        return new Expression.Constant(
                switch (context.start.getType()) {
                    case N1qlParser.STRING -> Values.of(Literals.unquoted(text));
                    case N1qlParser.INTEGER -> Literals.integer(text);
                    case N1qlParser.NUMBER -> Literals.number(text);
                    case N1qlParser.TRUE -> Values.TRUE;
                    case N1qlParser.FALSE -> Values.FALSE;
                    case N1qlParser.NULL -> Values.NULL;
                    default -> Values.MISSING;
                });
    }

    Expression.Parameter parameter(N1qlParser.ParameterContext context) {
        String written = context.getText();
        return new Expression.Parameter(
                written.equals("?") ? Integer.toString(text.positionOf(context.start)) : written.substring(1));
    }

    private Expression choice(N1qlParser.CasePrimaryContext context) {
        List<Expression.When> whens = new ArrayList<>();
        for (N1qlParser.WhenThenContext when : context.whenThen()) {
            whens.add(new Expression.When(read(when.expression(0)), read(when.expression(1))));
        }
        boolean otherwise = context.ELSE() != null;
        boolean operand = context.expression().size() > (otherwise ? 1 : 0);
        return new Expression.Case(
                operand ? read(context.expression(0)) : null,
                whens,
                otherwise ? read(context.expression().getLast()) : null);
    }

    Expression object(N1qlParser.ObjectContext context) {
        List<Expression.Member> members = new ArrayList<>();
        for (N1qlParser.ObjectMemberContext member : context.objectMember()) {
            Expression first = read(member.expression(0));
            if (member.expression().size() == 2) {
                members.add(new Expression.Member(first, read(member.expression(1))));
            } else {
                String alias = identifierIf(member.identifier());
                String name = alias == null ? ExpressionNames.of(first) : alias;
                if (name == null) {
                    throw new QueryException(
                            QueryException.PARSE, "Object member missing name or value: " + ExpressionText.of(first));
                }
                members.add(new Expression.Member(new Expression.Constant(Values.of(name)), first));
            }
        }
        return new Expression.NewObject(members);
    }
}
