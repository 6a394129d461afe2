package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.QuotedText;
import dev.mayfly.face.cosmos.language.SqlExpression.SubqueryKind;
import dev.mayfly.face.cosmos.language.function.FunctionException;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Builds the tree of an expression, resolves its names, and remembers the places of its references. Used for one
 * query.
 */
final class ExpressionReader {
    /** The number of values that IN may list, as the account states it. */
    static final int IN_MAX = 16_000;

    /*
     * A tree is as deep as its brackets, and as the chains of operators between them, where one is an operand of the next.
     * A short chain is what every bracket may hold; all that goes beyond is counted together, for the whole text, so that
     * no tree is deeper than a stack can bear.
     */
    private static final int CHAIN_SHORT = 4;

    private static final int CHAINED_MAX = 500;

    private final QueryErrors errors;
    private final QueryReader queries;
    private final IdentityHashMap<SqlExpression, ParserRuleContext> places = new IdentityHashMap<>();
    private int chained;
    private RankPlace rankPlace = RankPlace.NOWHERE;

    /** Where scores can stand. */
    private enum RankPlace {
        NOWHERE,
        CLAUSE,
        FUSION
    }

    ExpressionReader(QueryErrors errors, QueryReader queries) {
        this.errors = errors;
        this.queries = queries;
    }

    private void countChain(int length) {
        chained += Math.max(0, length - CHAIN_SHORT);
        if (chained > CHAINED_MAX) {
            throw QueryText.tooDeep();
        }
    }

    /** Returns the place in the text of a reference to a source, or to a part of it. */
    @Nullable
    ParserRuleContext placeOf(SqlExpression reference) {
        return places.get(reference);
    }

    SqlExpression read(CosmosSqlParser.ExpressionContext context, Scope scope) {
        SqlExpression test = coalesced(context.coalesced(), scope);
        if (context.expression().isEmpty()) {
            return test;
        }
        return new SqlExpression.Conditional(
                test, read(context.expression(0), scope), read(context.expression(1), scope));
    }

    List<SqlExpression> readAll(List<CosmosSqlParser.ExpressionContext> contexts, Scope scope) {
        List<SqlExpression> all = new ArrayList<>(contexts.size());
        for (CosmosSqlParser.ExpressionContext context : contexts) {
            all.add(read(context, scope));
        }
        return all;
    }

    private SqlExpression coalesced(CosmosSqlParser.CoalescedContext context, Scope scope) {
        if (context.disjunction().size() == 1) {
            return disjunction(context.disjunction(0), scope);
        }
        List<SqlExpression> terms = new ArrayList<>();
        context.disjunction().forEach(term -> terms.add(disjunction(term, scope)));
        return new SqlExpression.Coalesce(terms);
    }

    private SqlExpression disjunction(CosmosSqlParser.DisjunctionContext context, Scope scope) {
        if (context.conjunction().size() == 1) {
            return conjunction(context.conjunction(0), scope);
        }
        List<SqlExpression> terms = new ArrayList<>();
        context.conjunction().forEach(term -> terms.add(conjunction(term, scope)));
        return new SqlExpression.Or(terms);
    }

    private SqlExpression conjunction(CosmosSqlParser.ConjunctionContext context, Scope scope) {
        if (context.predicate().size() == 1) {
            return predicate(context.predicate(0), scope);
        }
        List<SqlExpression> terms = new ArrayList<>();
        context.predicate().forEach(term -> terms.add(predicate(term, scope)));
        return new SqlExpression.And(terms);
    }

    private SqlExpression predicate(CosmosSqlParser.PredicateContext context, Scope scope) {
        SqlExpression value = binary(context.binary(), scope);
        return switch (context.relation()) {
            case CosmosSqlParser.BetweenContext between ->
                new SqlExpression.Between(
                        value,
                        binary(between.binary(0), scope),
                        binary(between.binary(1), scope),
                        between.NOT() != null);
            case CosmosSqlParser.InContext in -> new SqlExpression.In(value, choices(in, scope), in.NOT() != null);
            case CosmosSqlParser.LikeContext like ->
                new SqlExpression.Like(value, binary(like.binary(), scope), escapeOf(like), like.NOT() != null);
            case null, default -> value;
        };
    }

    private List<SqlExpression> choices(CosmosSqlParser.InContext context, Scope scope) {
        if (context.expression().size() > IN_MAX) {
            throw QueryErrors.refusal(
                    "The SQL query exceeded the maximum number of IN expression items. The allowed limit is " + IN_MAX
                            + ".");
        }
        return readAll(context.expression(), scope);
    }

    private @Nullable String escapeOf(CosmosSqlParser.LikeContext context) {
        if (context.STRING() == null) {
            return null;
        }
        String escape = QuotedText.of(context.STRING().getText());
        if (escape.codePointCount(0, escape.length()) != 1) {
            throw QueryErrors.refusal("The ESCAPE value must be a string of a single character.");
        }
        return escape;
    }

    /** Goes down the left operands without calling itself: there may be many. */
    private SqlExpression binary(CosmosSqlParser.BinaryContext context, Scope scope) {
        Deque<CosmosSqlParser.OperationContext> open = new ArrayDeque<>();
        CosmosSqlParser.BinaryContext leftmost = context;
        while (leftmost instanceof CosmosSqlParser.OperationContext operation) {
            open.push(operation);
            leftmost = operation.binary(0);
        }
        countChain(open.size());
        SqlExpression left = unary(((CosmosSqlParser.SingleContext) leftmost).unary(), scope);
        while (!open.isEmpty()) {
            CosmosSqlParser.OperationContext operation = open.pop();
            SqlExpression right = binary(operation.binary(1), scope);
            left = new SqlExpression.Binary(BinaryOperator.of(operation.op.getText()), left, right);
        }
        return left;
    }

    private SqlExpression unary(CosmosSqlParser.UnaryContext context, Scope scope) {
        countChain(context.prefix.size());
        SqlExpression operand = member(context.member(), scope);
        for (Token prefix : context.prefix.reversed()) {
            operand = unary(UnaryOperator.of(prefix.getText()), operand);
        }
        return operand;
    }

    /** A sign before a number belongs to the number. */
    private static SqlExpression unary(UnaryOperator operator, SqlExpression operand) {
        if (operand instanceof SqlExpression.Constant(SqlNumber number)) {
            if (operator == UnaryOperator.PLUS) {
                return operand;
            }
            if (operator == UnaryOperator.MINUS && number.doubleValue() != 0) {
                return new SqlExpression.Constant(
                        number.isLong() ? SqlValues.of(-number.longValue()) : SqlValues.of(-number.doubleValue()));
            }
        }
        return new SqlExpression.Unary(operator, operand);
    }

    private SqlExpression member(CosmosSqlParser.MemberContext context, Scope scope) {
        countChain(context.access().size());
        SqlExpression value = primary(context.primary(), scope);
        for (CosmosSqlParser.AccessContext access : context.access()) {
            SqlExpression key =
                    access.name() != null ? name(access.name().getText()) : read(access.expression(), scope);
            value = new SqlExpression.Member(value, key);
        }
        places.put(value, context);
        return value;
    }

    static SqlExpression.Constant name(String name) {
        return new SqlExpression.Constant(SqlValues.of(name));
    }

    private SqlExpression primary(CosmosSqlParser.PrimaryContext context, Scope scope) {
        return switch (context) {
            case CosmosSqlParser.LiteralContext literal -> literal(literal.constant());
            case CosmosSqlParser.ParameterContext parameter -> new SqlExpression.Parameter(parameter.getText());
            case CosmosSqlParser.PlaceholderContext _ -> new SqlExpression.Constant(SqlValues.TRUE);
            case CosmosSqlParser.ReferenceContext reference -> reference(reference, scope);
            case CosmosSqlParser.UserCallContext call ->
                new SqlExpression.UserCall(call.name().getText(), arguments(call.arguments(), scope));
            case CosmosSqlParser.CallContext call -> call(call.functionCall(), scope);
            case CosmosSqlParser.ArrayContext array -> new SqlExpression.NewArray(arguments(array.arguments(), scope));
            case CosmosSqlParser.ObjectContext object -> object(object, scope);
            case CosmosSqlParser.ParenthesizedContext inner -> read(inner.expression(), scope);
            case CosmosSqlParser.ScalarQueryContext inner -> subquery(SubqueryKind.SCALAR, inner.query(), scope);
            case CosmosSqlParser.ExistsContext inner -> subquery(SubqueryKind.EXISTS, inner.query(), scope);
            case CosmosSqlParser.ArrayOfContext inner -> subquery(SubqueryKind.ARRAY, inner.query(), scope);
            case CosmosSqlParser.AllContext inner -> subquery(SubqueryKind.ALL, inner.query(), scope);
            case CosmosSqlParser.FirstContext inner -> subquery(SubqueryKind.FIRST, inner.query(), scope);
            case CosmosSqlParser.LastContext inner -> subquery(SubqueryKind.LAST, inner.query(), scope);
            default -> throw new IllegalStateException("an expression of a kind unknown: " + context.getText());
        };
    }

    private static SqlExpression literal(CosmosSqlParser.ConstantContext context) {
        String text = context.getText();
        return new SqlExpression.Constant(
                switch (context.start.getType()) {
                    case CosmosSqlParser.STRING -> SqlValues.of(QuotedText.of(text));
                    case CosmosSqlParser.NUMBER -> Literals.number(text);
                    case CosmosSqlParser.HEX_NUMBER -> Literals.hexNumber(text);
                    case CosmosSqlParser.TRUE -> SqlValues.TRUE;
                    case CosmosSqlParser.FALSE -> SqlValues.FALSE;
                    case CosmosSqlParser.NULL -> SqlValues.NULL;
                    default -> SqlValues.UNDEFINED;
                });
    }

    private SqlExpression reference(CosmosSqlParser.ReferenceContext context, Scope scope) {
        String alias = context.getText();
        if (scope.knows(alias)) {
            return new SqlExpression.Input(alias);
        }
        // These are not keywords, but names of numbers unless a source has the same name.
        switch (alias) {
            case "NaN" -> {
                return new SqlExpression.Constant(SqlValues.of(Double.NaN));
            }
            case "Infinity" -> {
                return new SqlExpression.Constant(SqlValues.of(Double.POSITIVE_INFINITY));
            }
            default -> errors.add(context, "SC2001", "Identifier '" + alias + "' could not be resolved.");
        }
        return new SqlExpression.Input(alias);
    }

    /** A call of a function, which may be an aggregate. */
    SqlExpression call(CosmosSqlParser.FunctionCallContext context, Scope scope) {
        String name = context.identifier().getText();
        AggregateFunction aggregate = AggregateFunction.named(name);
        if (aggregate != null) {
            return aggregate(aggregate, context, scope);
        }
        if (SqlFunctions.isRanking(name)) {
            return score(name.toUpperCase(Locale.ROOT), context, scope);
        }
        List<SqlExpression> arguments = arguments(context.arguments(), scope);
        checkCall(name, arguments.size(), context);
        return new SqlExpression.Call(name.toUpperCase(Locale.ROOT), arguments);
    }

    /** Reads what ORDER BY RANK sorts by. */
    SqlExpression readRank(CosmosSqlParser.ExpressionContext context, Scope scope) {
        rankPlace = RankPlace.CLAUSE;
        SqlExpression expression = read(context, scope);
        rankPlace = RankPlace.NOWHERE;
        return expression;
    }

    private SqlExpression score(String name, CosmosSqlParser.FunctionCallContext context, Scope scope) {
        RankPlace place = rankPlace;
        boolean isFusion = name.equals(SqlFunctions.FUSION);
        if (isFusion && place != RankPlace.CLAUSE) {
            errors.add(context.identifier(), "SC2005", "'RRF' is not a recognized built-in function name.");
        } else if (!isFusion && place == RankPlace.NOWHERE) {
            errors.add(
                    context.identifier(),
                    "SC2240",
                    "The FullTextScore function is only allowed in the ORDER BY RANK clause.");
        }
        rankPlace = isFusion ? RankPlace.FUSION : RankPlace.NOWHERE;
        List<SqlExpression> arguments = arguments(context.arguments(), scope);
        rankPlace = place;
        if (arguments.size() < 2) {
            errors.add(context, "SC2050", "The " + name + " function requires 2 or more argument(s).");
        }
        return new SqlExpression.Call(name, arguments);
    }

    private void checkCall(String name, int arguments, CosmosSqlParser.FunctionCallContext context) {
        try {
            SqlFunctions.resolve(name, arguments);
        } catch (FunctionException failure) {
            boolean unknown = failure.code().equals("SC2005");
            errors.add(unknown ? context.identifier() : context, failure.code(), String.valueOf(failure.getMessage()));
        }
    }

    private SqlExpression aggregate(
            AggregateFunction function, CosmosSqlParser.FunctionCallContext context, Scope scope) {
        boolean nested = scope.insideAggregate();
        scope.enterAggregate();
        List<SqlExpression> arguments = arguments(context.arguments(), scope);
        if (!nested) {
            scope.leaveAggregate();
        }
        if (arguments.size() != 1) {
            errors.add(context, "SC2050", "The " + function + " function requires 1 argument(s).");
            return new SqlExpression.Constant(SqlValues.UNDEFINED);
        }
        SqlExpression argument = arguments.getFirst();
        if (Trees.contains(argument, Trees::isAggregateOrSubquery)) {
            errors.add(
                    context,
                    "SC2101",
                    "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.");
        }
        return new SqlExpression.Aggregate(function, argument);
    }

    private List<SqlExpression> arguments(CosmosSqlParser.@Nullable ArgumentsContext context, Scope scope) {
        return context == null ? List.of() : readAll(context.expression(), scope);
    }

    private SqlExpression object(CosmosSqlParser.ObjectContext context, Scope scope) {
        List<SqlExpression.Property> properties = new ArrayList<>();
        for (CosmosSqlParser.PropertyContext property : context.property()) {
            String name = property.STRING() == null
                    ? property.name().getText()
                    : QuotedText.of(property.STRING().getText());
            properties.add(new SqlExpression.Property(name, read(property.expression(), scope)));
        }
        return new SqlExpression.NewObject(properties);
    }

    private SqlExpression subquery(SubqueryKind kind, CosmosSqlParser.QueryContext context, Scope scope) {
        SqlQuery query = queries.read(context, scope);
        if (kind == SubqueryKind.SCALAR && Trees.mayMakeManyRows(query)) {
            throw QueryErrors.refusal("The cardinality of a scalar subquery result set cannot be greater than one.");
        }
        return new SqlExpression.Subquery(kind, query);
    }
}
