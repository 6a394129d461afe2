package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.vector.NearestFound;
import dev.mayfly.engine.vector.NearestSearch;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Searches for the documents whose number at a path, a vector of one dimension, is nearest to some number. */
record ModelNearest(FieldPath path, double sought, int limit) implements NearestSearch {
    /** Asks for the nearest by the vectors in memory, and by a scan, as of one reading. */
    static void compare(Collection collection, ReadView reading, String path) {
        ModelNearest search = new ModelNearest(FieldPath.of(path), Math.floorMod(reading.now(), 7L), 3);
        Optional<NearestFound> found = collection.vectors().nearest(reading, search);
        if (collection.parts().shards().engine().isShared()) {
            assertTrue(found.isEmpty(), "another engine may have written");
            return;
        }
        List<DocumentKey> keys =
                found.orElseThrow().documents().stream().map(Document::key).toList();
        assertEquals(search.scanned(collection, reading), keys, () -> "nearest to " + search.sought + " by " + path);
    }

    private List<DocumentKey> scanned(Collection collection, ReadView reading) {
        List<Document> all = new ArrayList<>();
        try (DocumentCursor cursor = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                if (!Double.isNaN(score(document))) {
                    all.add(document);
                }
            }
        }
        double least = all.stream()
                .map(this::score)
                .sorted(Comparator.reverseOrder())
                .limit(limit)
                .min(Comparator.naturalOrder())
                .orElse(0.0);
        return all.stream()
                .filter(document -> score(document) >= least)
                .map(Document::key)
                .toList();
    }

    @Override
    public double[] vector() {
        return new double[] {sought};
    }

    @Override
    public VectorMetric metric() {
        return VectorMetric.EUCLIDEAN;
    }

    @Override
    public double @Nullable [] numbersOf(View value) {
        return value.type().isNumber() ? new double[] {value.doubleValue()} : null;
    }

    @Override
    public double score(Document document) {
        View value = path.in(document.view());
        double[] numbers = value == null ? null : numbersOf(value);
        return numbers == null ? Double.NaN : scoreOf(Math.abs(numbers[0] - sought));
    }

    @Override
    public double scoreOf(double value) {
        return -value;
    }
}
