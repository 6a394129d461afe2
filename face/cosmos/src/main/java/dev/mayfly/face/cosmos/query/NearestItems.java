package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.base.query.VectorNumbers;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.vector.NearestFound;
import dev.mayfly.engine.vector.NearestSearch;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.rank.VectorScore;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The items that the first rows of a query are made of that orders by the distance of vectors which have an index. Used by one
 * thread.
 */
final class NearestItems implements NearestSearch {
    private final VectorScore score;
    private final VectorScore.Target target;
    private final int limit;
    private final ToDoubleFunction<Document> scoring;

    private NearestItems(VectorScore score, VectorScore.Target target, int limit, ToDoubleFunction<Document> scoring) {
        this.score = score;
        this.target = target;
        this.limit = limit;
        this.scoring = scoring;
    }

    /**
     * Finds them, of all items of the container, by the vectors that are kept in memory.
     *
     * @return empty if they have to be looked for among all items
     */
    static Optional<List<Document>> find(
            PageRequest asked, ReadView reading, CompiledQuery compiled, RankScore rank, ItemReader items) {
        VectorScore score = rank.nearness().orElse(null);
        VectorScore.Target target = score == null ? null : score.target().orElse(null);
        long wanted = compiled.skip() + compiled.take();
        boolean isFew = wanted > 0 && wanted <= Integer.MAX_VALUE;
        if (score == null || target == null || !isFew || compiled.groups() || compiled.isDistinct()) {
            return Optional.empty();
        }
        boolean isPart =
                asked.shard() != KeyRanges.ALL && asked.container().ranges().areSeveral();
        if (isPart
                || !asked.scope().equals(PageRequest.EVERYWHERE)
                || !asked.container().definition().hasVectorIndex(target.path())) {
            return Optional.empty();
        }
        NearestItems search = new NearestItems(score, target, (int) wanted, item -> items.score(item, score));
        // The items are read one by one, each as of the query's instant.
        ReadView present = new ReadView(reading.now(), reading.epoch(), reading.schema());
        Optional<NearestFound> found = asked.container().collection().vectors().nearest(present, search);
        // Items that have no such vector come behind all that have.
        return found.filter(nearest -> nearest.documents().size() >= wanted).map(NearestFound::documents);
    }

    @Override
    public FieldPath path() {
        return new FieldPath(target.path());
    }

    @Override
    public double[] vector() {
        return target.vector();
    }

    @Override
    public VectorMetric metric() {
        return score.metric();
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public double @Nullable [] numbersOf(View value) {
        return VectorNumbers.of(value);
    }

    @Override
    public double score(Document item) {
        return scoring.applyAsDouble(item);
    }

    @Override
    public double scoreOf(double value) {
        return score.metric().nearness(value);
    }
}
