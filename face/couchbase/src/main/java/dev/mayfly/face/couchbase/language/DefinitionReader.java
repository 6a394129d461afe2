package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the trees of statements that define scopes, collections, indexes, sequences and functions. Used for one text. */
final class DefinitionReader {
    private static final String PRIMARY = "#primary";
    private static final String FLATTEN_KEYS = "FLATTEN_KEYS";

    private final ExpressionReader expressions;
    private final SourceReader sources;
    private final SequenceReader sequences;
    private final FunctionReader functions;

    DefinitionReader(QueryReader queries, StatementText text) {
        this.expressions = queries.expressions();
        this.sources = queries.sources();
        this.sequences = new SequenceReader(expressions);
        this.functions = new FunctionReader(expressions, text);
    }

    N1qlStatement read(N1qlParser.TargetContext context) {
        return switch (context) {
            case N1qlParser.CreateScopeTargetContext target -> createScope(target.createScope());
            case N1qlParser.DropScopeTargetContext target -> dropScope(target.dropScope());
            case N1qlParser.CreateCollectionTargetContext target -> createCollection(target.createCollection());
            case N1qlParser.DropCollectionTargetContext target -> dropCollection(target.dropCollection());
            case N1qlParser.FlushCollectionTargetContext target ->
                new N1qlStatement.FlushCollection(
                        sources.name(target.flushCollection().keyspaceName()));
            case N1qlParser.CreatePrimaryIndexTargetContext target -> createPrimary(target.createPrimaryIndex());
            case N1qlParser.CreateIndexTargetContext target -> createIndex(target.createIndex());
            case N1qlParser.DropPrimaryIndexTargetContext target -> dropPrimary(target.dropPrimaryIndex());
            case N1qlParser.DropIndexTargetContext target -> dropIndex(target.dropIndex());
            case N1qlParser.BuildIndexesTargetContext target -> build(target.buildIndexes());
            case N1qlParser.CreateSequenceTargetContext target -> sequences.create(target.createSequence());
            case N1qlParser.AlterSequenceTargetContext target -> sequences.alter(target.alterSequence());
            case N1qlParser.DropSequenceTargetContext target -> SequenceReader.drop(target.dropSequence());
            case N1qlParser.CreateFunctionTargetContext target -> functions.create(target.createFunction());
            case N1qlParser.DropFunctionTargetContext target -> FunctionReader.drop(target.dropFunction());
            case N1qlParser.ExecuteFunctionTargetContext target -> functions.execute(target.executeFunction());
            default -> throw new IllegalStateException("a statement of a kind unknown");
        };
    }

    private static N1qlStatement createScope(N1qlParser.CreateScopeContext context) {
        return new N1qlStatement.CreateScope(
                scopeName(context.scopeName()), !context.ifNotExists().isEmpty());
    }

    private static N1qlStatement dropScope(N1qlParser.DropScopeContext context) {
        return new N1qlStatement.DropScope(
                scopeName(context.scopeName()), !context.ifExists().isEmpty());
    }

    private static KeyspaceName scopeName(N1qlParser.ScopeNameContext context) {
        return SourceReader.path(context, context.identifier());
    }

    private N1qlStatement createCollection(N1qlParser.CreateCollectionContext context) {
        return new N1qlStatement.CreateCollection(
                sources.name(context.keyspaceName()), !context.ifNotExists().isEmpty(), with(context.withClause()));
    }

    private N1qlStatement dropCollection(N1qlParser.DropCollectionContext context) {
        return new N1qlStatement.DropCollection(
                sources.name(context.keyspaceName()), !context.ifExists().isEmpty());
    }

    private @Nullable N1qlExpression with(N1qlParser.@Nullable WithClauseContext context) {
        return context == null ? null : expressions.read(context.expression());
    }

    private N1qlStatement createPrimary(N1qlParser.CreatePrimaryIndexContext context) {
        String name = ExpressionReader.identifierIf(context.identifier());
        return new N1qlStatement.CreateIndex(
                sources.name(context.keyspaceName()),
                name == null ? PRIMARY : name,
                !context.ifNotExists().isEmpty(),
                List.of(),
                null,
                with(context.withClause()));
    }

    private N1qlStatement createIndex(N1qlParser.CreateIndexContext context) {
        if (context.VECTOR() != null) {
            throw new N1qlException(N1qlException.SEMANTIC, "Vector indexes are not supported.");
        }
        List<N1qlStatement.IndexKey> keys = new ArrayList<>();
        for (N1qlParser.IndexTermContext term : context.indexTerm()) {
            keys.add(key(term, keys.isEmpty()));
        }
        return new N1qlStatement.CreateIndex(
                sources.name(context.keyspaceName()),
                ExpressionReader.identifier(context.identifier()),
                !context.ifNotExists().isEmpty(),
                keys,
                context.where() == null
                        ? null
                        : expressions.read(context.where().expression()),
                with(context.withClause()));
    }

    private N1qlStatement.IndexKey key(N1qlParser.IndexTermContext context, boolean leading) {
        boolean descending = false;
        boolean includeMissing = false;
        for (N1qlParser.IndexAttributeContext attribute : context.indexAttribute()) {
            descending |= attribute.DESC() != null;
            includeMissing |= attribute.INCLUDE() != null;
            if (attribute.VECTOR() != null) {
                throw new N1qlException(N1qlException.SEMANTIC, "Vector indexes are not supported.");
            }
        }
        N1qlParser.IndexKeyContext key = context.indexKey();
        N1qlParser.EachKeyContext each = key.eachKey();
        N1qlExpression value = each == null ? expressions.read(key.expression()) : elements(each.eachOf());
        if (includeMissing && !leading) {
            throw new N1qlException(
                    3281,
                    ExpressionText.of(value) + " MISSING attribute not allowed (Only allowed with gsi leading key).");
        }
        return new N1qlStatement.IndexKey(
                value, each != null, each != null && each.DISTINCT() != null, descending, includeMissing);
    }

    /** Returns the expression that yields the keys; the arrays of a nested key become one. */
    private N1qlExpression elements(N1qlParser.EachOfContext context) {
        return switch (context) {
            case N1qlParser.PlainEachContext plain -> expressions.read(plain.expression());
            case N1qlParser.ParenthesizedEachContext inner -> elements(inner.eachOf());
            case N1qlParser.NestedEachContext nested ->
                N1qlExpression.Call.of(
                        "ARRAY_FLATTEN",
                        collected(elements(nested.eachKey().eachOf()), nested.bindings(), nested.expression()),
                        new N1qlExpression.Constant(N1qlValues.of(1)));
            case N1qlParser.FlattenedEachContext flattened ->
                collected(flattened(flattened), flattened.bindings(), flattened.expression());
            default -> throw new IllegalStateException("no such key: " + context.getText());
        };
    }

    private N1qlExpression collected(
            N1qlExpression result, N1qlParser.BindingsContext bindings, N1qlParser.@Nullable ExpressionContext when) {
        return new N1qlExpression.Collect(
                N1qlExpression.Collected.ARRAY,
                null,
                result,
                expressions.loops(bindings),
                when == null ? null : expressions.read(when));
    }

    /** The attributes of single keys say how the service sorts them, and change nothing of what is found. */
    private N1qlExpression flattened(N1qlParser.FlattenedEachContext context) {
        String function = ExpressionReader.identifier(context.functionName().identifier());
        if (!function.equalsIgnoreCase(FLATTEN_KEYS)) {
            throw new N1qlException(
                    N1qlException.PARSE, "Attributes of keys are not allowed in function " + function + ".");
        }
        return new N1qlExpression.Call(
                FLATTEN_KEYS,
                context.flattenKey().stream()
                        .map(key -> expressions.read(key.expression()))
                        .toList());
    }

    private N1qlStatement dropPrimary(N1qlParser.DropPrimaryIndexContext context) {
        String name = ExpressionReader.identifierIf(context.identifier());
        return new N1qlStatement.DropIndex(
                sources.name(context.keyspaceName()),
                name == null ? PRIMARY : name,
                !context.ifExists().isEmpty());
    }

    /** Either a name ON a keyspace, or a keyspace, a dot and a name. */
    private N1qlStatement dropIndex(N1qlParser.DropIndexContext context) {
        boolean ifExists = !context.ifExists().isEmpty();
        List<String> names =
                context.identifier().stream().map(ExpressionReader::identifier).toList();
        if (context.keyspaceName() != null) {
            return new N1qlStatement.DropIndex(sources.name(context.keyspaceName()), names.getFirst(), ifExists);
        }
        boolean namespace =
                context.children.stream().anyMatch(child -> child.getText().equals(":"));
        KeyspaceName keyspace = new KeyspaceName(
                namespace ? names.getFirst() : null, names.subList(namespace ? 1 : 0, names.size() - 1));
        return new N1qlStatement.DropIndex(keyspace, names.getLast(), ifExists);
    }

    private N1qlStatement build(N1qlParser.BuildIndexesContext context) {
        return new N1qlStatement.BuildIndexes(
                sources.name(context.keyspaceName()), expressions.readAll(context.expressions()));
    }
}
