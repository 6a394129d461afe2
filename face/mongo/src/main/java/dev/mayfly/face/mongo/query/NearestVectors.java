package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.vector.NearestSearch;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.language.vector.VectorComparison;
import dev.mayfly.face.mongo.language.vector.VectorQuery;
import org.jspecify.annotations.Nullable;

/** A search for the nearest vectors among the documents that a filter leaves. Used by one thread. */
final class NearestVectors implements NearestSearch {
    private final VectorQuery query;
    private final VectorComparison comparison;
    private final MongoFilter filter;
    private final boolean isTimed;

    NearestVectors(SearchedVectors searched, MongoFilter filter) {
        this.query = searched.query();
        this.comparison = searched.comparison();
        this.filter = filter;
        this.isTimed = filter.asksForDeadlines();
    }

    @Override
    public FieldPath path() {
        return comparison.path();
    }

    @Override
    public double[] vector() {
        return query.vector();
    }

    @Override
    public VectorMetric metric() {
        return comparison.metric();
    }

    @Override
    public int limit() {
        return query.limit();
    }

    @Override
    public double @Nullable [] numbersOf(View value) {
        return VectorComparison.numbersOf(value);
    }

    @Override
    public double score(Document document) {
        return filter.matches(isTimed ? TimedView.of(document) : document.view())
                ? comparison.score(document.view())
                : Double.NaN;
    }

    @Override
    public double scoreOf(double value) {
        return comparison.scoreOf(value);
    }
}
