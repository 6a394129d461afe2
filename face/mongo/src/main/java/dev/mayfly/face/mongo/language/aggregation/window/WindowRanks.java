package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonValue;

/** {@code $rank}, {@code $denseRank} and {@code $documentNumber}: where a row stands. */
record WindowRanks(String name) implements WindowFunction {
    static WindowFunction compile(Use use) {
        if (!use.argument().isDocument() || !use.argument().asDocument().isEmpty()) {
            throw location(5371603, "(None of the rank style window functions take arguments)");
        }
        if (use.sort().isEmpty() || (use.sort().size() != 1 && !use.name().equals("$documentNumber"))) {
            throw location(
                    5371602,
                    use.name() + " must be specified with a top level sortBy expression with exactly one element");
        }
        return new WindowRanks(use.name());
    }

    @Override
    public BsonValue[] compute(WindowPartition partition) {
        BsonValue[] results = new BsonValue[partition.size()];
        long rank = 0;
        for (int row = 0; row < results.length; row++) {
            boolean isNew = name.equals("$documentNumber") || !partition.isPeerOfPrevious(row);
            if (isNew) {
                rank = name.equals("$rank") ? row + 1L : rank + 1;
            }
            results[row] = Trees.whole(rank);
        }
        return results;
    }
}
