package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.aggregation.OrderedRows;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.query.SearchFacts;
import dev.mayfly.face.mongo.query.StreamedRows;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline over a collection: the query of its first match and sort, which indexes may answer, and the later stages.
 *
 * @param rest the stages that remain for the rows that the query finds
 * @param vectors the search for the nearest vectors with which these stages begin, or null
 */
record PipelineScan(QuerySpec spec, Pipeline rest, @Nullable SearchedVectors vectors) {
    static PipelineScan of(Pipeline written, Collection collection, @Nullable BsonValue hint, PipelineContext context) {
        Pipeline pipeline = written.searching(() -> new CollectionSearch(collection));
        BsonDocument sort = pipeline.leadingSort();
        QuerySpec spec = new QuerySpec(
                Query.filter(pipeline.leadingMatch(), context.variables()),
                sort,
                hint,
                0,
                sort.isEmpty() ? 0 : pipeline.leadingLimit(),
                context.variables().collation(),
                context.space());
        return new PipelineScan(
                spec,
                sort.isEmpty() ? pipeline.withoutMatch() : pipeline.withoutMatchAndSort(),
                pipeline.searchedVectors().orElse(null));
    }

    /** Opens the documents that the later stages need of those that the query finds. */
    Results open(Collection collection, ReadView reading, Plan plan) {
        return vectors == null
                ? Query.open(collection, reading, spec, plan)
                : Query.openNearest(collection, reading, spec, plan, vectors);
    }

    /**
     * Returns the output rows.
     *
     * @param source opens the query's rows, each with its deadline among its fields if requested
     */
    Rows run(Function<Boolean, StreamedRows> source, PipelineContext context) {
        boolean isTimed = rest.asksForDeadlines();
        StreamedRows rows = source.apply(isTimed);
        try {
            boolean isTold = !spec.sort().isEmpty() && rest.asksForOrder();
            Rows told = SearchFacts.of(spec.filter()).among(rows, rest::asksFor);
            Rows ordered = isTold ? new OrderedRows(told, spec.sort(), spec.collation()) : told;
            Rows made = Rows.mapped(rest.run(ordered, context), MetaVariables::hidden);
            return isTimed ? Rows.mapped(made, DeadlineField::hidden) : made;
        } catch (RuntimeException failure) {
            rows.close();
            throw failure;
        }
    }
}
