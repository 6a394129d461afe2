package dev.mayfly.face.cosmos.language.rank;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The value by which whole items are ranked, the greatest first: one score, or the fusion of several. Used by one
 * thread, in this order: all items of the container are observed, those that the query finds compete, and then any is asked for.
 */
public final class RankScore {
    /*
     * Scores are fused by their ranks alone (Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and
     * individual Rank Learning Methods", 2009): an item has for each score its weight divided by 60 and the item's rank among the
     * items found. The ranks begin at 1, and equal scores share one, as in the service's clients.
     */
    private static final double RANKS_BEFORE = 60;

    private static final int SCORE_BYTES = 8;

    private final List<ItemScore> scores;
    private final List<Double> weights;
    private final boolean isFused;
    private final double[][] found;
    private int competitors;
    private boolean isSorted;

    private RankScore(List<ItemScore> scores, List<Double> weights, boolean isFused) {
        this.scores = List.copyOf(scores);
        this.weights = List.copyOf(weights);
        this.isFused = isFused;
        this.found = new double[scores.size()][16];
    }

    public static RankScore of(ItemScore score) {
        return new RankScore(List.of(score), List.of(1.0), false);
    }

    /** Returns the fusion of scores, each with its weight. */
    public static RankScore fused(List<ItemScore> scores, List<Double> weights) {
        if (scores.size() != weights.size()) {
            throw new IllegalArgumentException("every score has a weight");
        }
        return new RankScore(scores, weights, true);
    }

    /** Returns the nearness of vectors, if that is all by which items are ranked. */
    public Optional<VectorScore> nearness() {
        return !isFused && scores.getFirst() instanceof VectorScore score ? Optional.of(score) : Optional.empty();
    }

    /** Returns true if items have to compete before one can be ranked. */
    public boolean isFused() {
        return isFused;
    }

    /** Returns true if all items that live in the container have to be observed first. */
    public boolean needsAll() {
        return scores.stream().anyMatch(ItemScore::needsAll);
    }

    /** Counts an item that lives in the container, whether or not it is looked for. */
    public void observe(SqlValue item) {
        scores.forEach(score -> score.observe(item));
    }

    /** Ranks an item among the others that the query finds. */
    public void compete(SqlValue item) {
        for (int at = 0; at < found.length; at++) {
            if (competitors == found[at].length) {
                RequestGuard.current().hold((long) competitors * SCORE_BYTES);
                found[at] = Arrays.copyOf(found[at], 2 * competitors);
            }
            found[at][competitors] = scores.get(at).of(item);
        }
        competitors++;
    }

    /** Returns the value of an item, as a number; the greatest comes first. */
    public SqlValue of(SqlValue item) {
        if (!isFused) {
            double score = scores.getFirst().of(item);
            return score == ItemScore.NONE ? SqlValues.UNDEFINED : SqlValues.of(score);
        }
        sort();
        double sum = 0;
        for (int at = 0; at < found.length; at++) {
            sum += weights.get(at)
                    / (RANKS_BEFORE + rank(found[at], scores.get(at).of(item)));
        }
        return SqlValues.of(sum);
    }

    private void sort() {
        if (isSorted) {
            return;
        }
        for (int at = 0; at < found.length; at++) {
            found[at] =
                    Arrays.stream(found[at], 0, competitors).sorted().distinct().toArray();
        }
        isSorted = true;
    }

    /** Returns the rank of a score among those that ascend, each once. */
    private static int rank(double[] ascending, double score) {
        int at = Arrays.binarySearch(ascending, score);
        return ascending.length - (at < 0 ? -at - 1 : at);
    }
}
