package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.language.vector.VectorComparison;
import dev.mayfly.face.mongo.language.vector.VectorIndex;
import dev.mayfly.face.mongo.language.vector.VectorQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $vectorSearch}: of the documents that its filter leaves those whose vectors are nearest, the nearest first. Its filter
 * runs as the pipeline's leading query. Without an index of the name that it asks for it finds nothing.
 *
 * @param index null before the pipeline is told its collection, and where that has no such index
 */
record VectorSearchStage(VectorQuery query, @Nullable VectorIndex index) implements Stage {
    static final String NAME = "$vectorSearch";

    /** A query that no document matches. */
    private static final BsonDocument NOTHING = new BsonDocument("$nor", new BsonArray(List.of(new BsonDocument())));

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static VectorSearchStage compile(String name, BsonValue argument, StageScope scope) {
        VectorQuery query = VectorQuery.of(argument);
        FilterCompiler.compile(query.filter(), Variables.NONE.withCollation(scope.collation()));
        return new VectorSearchStage(query, null);
    }

    /** Returns the same stage over a collection with this index. */
    VectorSearchStage over(@Nullable VectorIndex searched) {
        return new VectorSearchStage(query, searched);
    }

    /** Returns what is searched for; empty where it finds nothing. */
    Optional<SearchedVectors> searched() {
        return index == null ? Optional.empty() : Optional.of(new SearchedVectors(query, index));
    }

    /** Returns the query for the documents that are compared. */
    BsonDocument candidates() {
        return index == null ? NOTHING : query.filter();
    }

    /** A document that was found, and which of them it was. */
    private record Found(BsonDocument document, double score, long number, long bytes) {
        static final Comparator<Found> WORST_FIRST =
                Comparator.comparingDouble(Found::score).thenComparing(Found::number, Comparator.reverseOrder());
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        if (index == null) {
            return Rows.collected(input, _ -> List.<BsonDocument>of().iterator());
        }
        VectorComparison comparison = new SearchedVectors(query, index).comparison();
        return Rows.collected(input, rows -> nearest(rows, comparison));
    }

    private Iterator<BsonDocument> nearest(Rows rows, VectorComparison comparison) {
        PriorityQueue<Found> nearest = new PriorityQueue<>(Found.WORST_FIRST);
        try (MemoryBudget budget = new MemoryBudget(NAME)) {
            long number = 0;
            for (View row = rows.nextView(); row != null; row = rows.nextView(), number++) {
                double score = comparison.score(row);
                if (Double.isNaN(score) || isNoNearer(score, nearest)) {
                    continue;
                }
                BsonDocument document = row.toBsonValue().asDocument();
                Found found = new Found(document, score, number, HeapSize.of(document));
                budget.take(found.bytes);
                nearest.add(found);
                if (nearest.size() > query.limit()) {
                    budget.giveBack(nearest.remove().bytes);
                }
            }
        }
        List<BsonDocument> best = new ArrayList<>();
        while (!nearest.isEmpty()) {
            best.addFirst(told(nearest.remove()));
        }
        return best.iterator();
    }

    private boolean isNoNearer(double score, PriorityQueue<Found> nearest) {
        Found worst = nearest.peek();
        return nearest.size() == query.limit() && worst != null && score <= worst.score;
    }

    private static BsonDocument told(Found found) {
        BsonDocument told = new BsonDocument();
        told.putAll(found.document);
        told.put(MetaVariables.field(MetaVariables.VECTOR_SCORE), new BsonDouble(found.score));
        return told;
    }
}
