package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Makes the trees of what concerns sequences: what a definition says in words becomes an object, as WITH has it. */
final class SequenceReader {
    private static final N1qlExpression TRUE = new N1qlExpression.Constant(N1qlValues.TRUE);
    private static final N1qlExpression FALSE = new N1qlExpression.Constant(N1qlValues.FALSE);

    private final ExpressionReader expressions;

    SequenceReader(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    N1qlStatement create(N1qlParser.CreateSequenceContext context) {
        return new N1qlStatement.CreateSequence(
                name(context.sequenceName()),
                !context.ifNotExists().isEmpty(),
                options(context.withClause(), context.sequenceOption()));
    }

    N1qlStatement alter(N1qlParser.AlterSequenceContext context) {
        return new N1qlStatement.AlterSequence(
                name(context.sequenceName()), options(context.withClause(), context.sequenceOption()));
    }

    static N1qlStatement drop(N1qlParser.DropSequenceContext context) {
        return new N1qlStatement.DropSequence(
                name(context.sequenceName()), !context.ifExists().isEmpty());
    }

    private N1qlExpression options(
            N1qlParser.@Nullable WithClauseContext with, List<N1qlParser.SequenceOptionContext> written) {
        if (with != null) {
            return expressions.read(with.expression());
        }
        SequencedMap<String, N1qlExpression> options = new LinkedHashMap<>();
        for (N1qlParser.SequenceOptionContext each : written) {
            Option option = option(each);
            if (options.put(option.name, option.value) != null) {
                throw new N1qlException(N1qlException.PARSE, "syntax error - duplicate option");
            }
        }
        return new N1qlExpression.NewObject(options.entrySet().stream()
                .map(each -> new N1qlExpression.Member(
                        new N1qlExpression.Constant(N1qlValues.of(each.getKey())), each.getValue()))
                .toList());
    }

    private record Option(String name, N1qlExpression value) {}

    private Option option(N1qlParser.SequenceOptionContext context) {
        return switch (context) {
            case N1qlParser.StartOptionContext start -> new Option("start", expressions.read(start.expression()));
            case N1qlParser.RestartOptionContext restart -> new Option("restart", or(restart.expression(), TRUE));
            case N1qlParser.IncrementOptionContext by -> new Option("increment", expressions.read(by.expression()));
            case N1qlParser.MaxOptionContext most -> new Option("max", or(most.expression(), number(Long.MAX_VALUE)));
            case N1qlParser.MinOptionContext least -> new Option("min", or(least.expression(), number(Long.MIN_VALUE)));
            case N1qlParser.CycleOptionContext cycle -> new Option("cycle", cycle.NO() == null ? TRUE : FALSE);
            case N1qlParser.CacheOptionContext cache -> new Option("cache", or(cache.expression(), number(1)));
            default -> throw new IllegalStateException("an option of a kind unknown");
        };
    }

    private static N1qlExpression number(long number) {
        return new N1qlExpression.Constant(N1qlValues.of(number));
    }

    private N1qlExpression or(N1qlParser.@Nullable ExpressionContext written, N1qlExpression otherwise) {
        return written == null ? otherwise : expressions.read(written);
    }

    static N1qlExpression value(N1qlParser.SequenceValueContext context) {
        for (ParserRuleContext around = context;
                around != null && !(around instanceof N1qlParser.SubselectContext);
                around = around.getParent()) {
            if (around instanceof N1qlParser.WhereContext || around instanceof N1qlParser.OnConditionContext) {
                throw new N1qlException(
                        N1qlException.SEMANTIC, "Sequence operations are not allowed in WHERE/ON clauses");
            }
        }
        return switch (context) {
            case N1qlParser.NextValueContext next -> new N1qlExpression.SequenceValue(true, name(next.sequenceName()));
            case N1qlParser.PreviousValueContext previous ->
                new N1qlExpression.SequenceValue(false, name(previous.sequenceName()));
            default -> throw new IllegalStateException("a value of a kind unknown");
        };
    }

    private static KeyspaceName name(N1qlParser.SequenceNameContext context) {
        return SourceReader.path(context, context.identifier());
    }
}
