package dev.mayfly.engine.vector;

import dev.mayfly.engine.read.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The documents with the best scores of those offered, and those that are as good as the last of them. Used by one thread. */
final class NearestDocuments {
    private static final int FEW = 64;

    private final int limit;
    private final PriorityQueue<Double> best = new PriorityQueue<>();
    private List<Scored> kept = new ArrayList<>();
    private int looked;

    private record Scored(Document document, double score) {}

    NearestDocuments(int limit) {
        this.limit = limit;
    }

    /** Counts a document that was read, found or not. */
    void look() {
        looked++;
    }

    int looked() {
        return looked;
    }

    void offer(Document document, double score) {
        if (Double.isNaN(score) || score < least()) {
            return;
        }
        best.add(score);
        if (best.size() > limit) {
            best.remove();
        }
        kept.add(new Scored(document, score));
        if (kept.size() > 2 * limit + FEW) {
            drop();
        }
    }

    /** The score below which no document is wanted any more. */
    double least() {
        Double last = best.size() < limit ? null : best.peek();
        return last == null ? Double.NEGATIVE_INFINITY : last;
    }

    private void drop() {
        double least = least();
        kept.removeIf(scored -> scored.score < least);
    }

    /** Returns the documents in the order of their keys. */
    List<Document> inOrder() {
        drop();
        return kept.stream()
                .map(Scored::document)
                .sorted(Comparator.comparing(Document::key))
                .toList();
    }
}
