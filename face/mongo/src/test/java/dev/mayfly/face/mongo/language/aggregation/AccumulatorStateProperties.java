package dev.mayfly.face.mongo.language.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.accumulator.Accumulator;
import dev.mayfly.face.mongo.language.aggregation.stage.SpilledRows;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of an accumulator can be laid aside and taken up by another. */
final class AccumulatorStateProperties {
    private static BsonDocument row(RandomGenerator random, int arrival) {
        BsonDocument row = new BsonDocument("arrival", new BsonInt32(arrival));
        BsonValue value = switch (random.nextInt(6)) {
            case 0 -> BsonNull.VALUE;
            case 1 -> new BsonString("s" + random.nextInt(3));
            case 2 -> new BsonInt64(random.nextLong(1L << 40));
            default -> new BsonInt32(random.nextInt(10));
        };
        return row.append("v", value).append("o", new BsonDocument("f" + random.nextInt(3), value));
    }

    private static Accumulator start(BsonDocument spec) {
        return GroupStage.accumulator("out", spec, StageScope.of(Variables.NONE))
                .start(TreeView.of(new BsonDocument("_id", BsonNull.VALUE)), Variables.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$sum: '$v'}",
                "{$avg: '$v'}",
                "{$count: {}}",
                "{$min: '$v'}",
                "{$max: '$v'}",
                "{$first: '$v'}",
                "{$last: '$v'}",
                "{$push: '$v'}",
                "{$addToSet: '$v'}",
                "{$stdDevPop: {$mod: ['$arrival', 4]}}",
                "{$stdDevSamp: 3}",
                "{$median: {input: '$v', method: 'approximate'}}",
                "{$percentile: {input: '$v', p: [0.1, 0.9], method: 'approximate'}}",
                "{$mergeObjects: '$o'}",
                "{$firstN: {input: '$v', n: 3}}",
                "{$lastN: {input: '$v', n: 3}}",
                "{$maxN: {input: '$v', n: 3}}",
                "{$minN: {input: '$v', n: 3}}",
                "{$top: {sortBy: {v: 1}, output: '$arrival'}}",
                "{$bottom: {sortBy: {v: 1}, output: '$arrival'}}",
                "{$topN: {sortBy: {v: -1}, output: '$arrival', n: 3}}",
                "{$bottomN: {sortBy: {v: 1}, output: ['$arrival', '$v'], n: 3}}"
            })
    void partsGatherWhatTheWholeGathers(String spec) {
        BsonDocument accumulator = BsonDocument.parse(spec);
        Seeds.run(20, (_, random) -> {
            Accumulator whole = start(accumulator);
            Accumulator merged = start(accumulator);
            Accumulator part = start(accumulator);
            List<BsonDocument> rows = new ArrayList<>();
            int count = random.nextInt(20);
            for (int arrival = 0; arrival < count; arrival++) {
                BsonDocument row = row(random, arrival);
                rows.add(row);
                whole.add(TreeView.of(row), Variables.NONE);
                part.add(TreeView.of(row), Variables.NONE);
                if (random.nextInt(4) == 0) {
                    merged.absorb(laidAside(part));
                    part = start(accumulator);
                }
            }
            merged.absorb(laidAside(part));
            if (accumulator.getFirstKey().startsWith("$stdDev")
                    && !whole.result().isNull()) {
                assertEquals(
                        whole.result().asDouble().getValue(),
                        merged.result().asDouble().getValue(),
                        1e-12);
            } else {
                assertEquals(whole.result(), merged.result(), rows::toString);
            }
        });
    }

    private static BsonValue laidAside(Accumulator part) {
        byte[] bytes = BsonEncoding.encode(new BsonDocument("state", part.state()));
        return SpilledRows.CODEC.decode(bytes).get("state", BsonNull.VALUE);
    }
}
