package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sample}: a given number of rows, every such set being equally likely (algorithm R, A. Waterman). */
record SampleStage(long size) implements Stage {
    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static SampleStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(28745, "the $sample stage specification must be an object");
        }
        for (String field : argument.asDocument().keySet()) {
            if (!field.equals("size")) {
                throw location(28748, "unrecognized option to $sample: " + field);
            }
        }
        BsonValue size = argument.asDocument().get("size");
        if (size == null) {
            throw location(28749, "$sample stage must specify a size");
        }
        Long whole = Trees.wholeOf(size);
        if (whole == null) {
            throw location(28746, "size argument to $sample must be a number");
        }
        if (whole <= 0) {
            throw location(28747, "size argument to $sample must be a positive integer");
        }
        return new SampleStage(whole);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, this::sample);
    }

    private Iterator<BsonDocument> sample(Rows input) {
        Random random = ThreadLocalRandom.current();
        MemoryBudget budget = new MemoryBudget("$sample");
        List<BsonDocument> chosen = new ArrayList<>();
        long seen = 0;
        for (BsonDocument row = input.next(); row != null; row = input.next()) {
            seen++;
            if (chosen.size() < size) {
                budget.take(HeapSize.of(row));
                chosen.add(row);
            } else {
                long place = random.nextLong(seen);
                if (place < size) {
                    chosen.set((int) place, row);
                }
            }
        }
        Collections.shuffle(chosen, random);
        return chosen.iterator();
    }
}
