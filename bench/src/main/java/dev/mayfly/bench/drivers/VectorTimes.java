package dev.mayfly.bench.drivers;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.SearchIndexType;
import com.mongodb.client.model.search.SearchPath;
import com.mongodb.client.model.search.VectorSearchOptions;
import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.bson.BinaryVector;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Measures searches for the nearest vectors, all of which are compared, as binary values and as arrays. */
final class VectorTimes {
    static final String NAME = "mongo nearest of 100,000 vectors of 768 dimensions";

    private static final int DOCUMENTS = 100_000;
    private static final int DIMENSIONS = 768;
    private static final int LIMIT = 10;
    private static final int REPEATS = 9;
    private static final int WARM_UP = 5;
    private static final int BATCH = 500;
    private static final String PATH = "v";
    private static final String INDEX = "near";

    private VectorTimes() {}

    static String measure(MongoTarget target, Options options) {
        StringBuilder text = new StringBuilder(NAME);
        for (boolean isBinary : new boolean[] {true, false}) {
            MongoCollection<Document> collection = target.database().getCollection("vectors");
            load(collection, options.scale().of(DOCUMENTS), isBinary);
            int repeats = options.scale() == Scale.SMOKE ? 1 : REPEATS;
            text.append(String.format(
                    Locale.ROOT,
                    "%n    %-8s %8.1f ms",
                    isBinary ? "binary" : "arrays",
                    median(collection, repeats, options.scale() == Scale.SMOKE ? 0 : WARM_UP)));
        }
        return text.toString();
    }

    private static void load(MongoCollection<Document> collection, int documents, boolean isBinary) {
        collection.drop();
        RandomGenerator random = new SplittableRandom(3);
        for (int from = 0; from < documents; from += BATCH) {
            List<Document> batch = new ArrayList<>();
            for (int number = from; number < Math.min(documents, from + BATCH); number++) {
                float[] vector = vector(random);
                batch.add(new Document("_id", number)
                        .append(PATH, isBinary ? BinaryVector.floatVector(vector) : numbers(vector)));
            }
            collection.insertMany(batch);
        }
        Document field = new Document("type", "vector")
                .append("path", PATH)
                .append("numDimensions", DIMENSIONS)
                .append("similarity", "cosine");
        collection.createSearchIndexes(List.of(
                new SearchIndexModel(INDEX, new Document("fields", List.of(field)), SearchIndexType.vectorSearch())));
    }

    private static float[] vector(RandomGenerator random) {
        float[] vector = new float[DIMENSIONS];
        for (int at = 0; at < DIMENSIONS; at++) {
            vector[at] = random.nextFloat() - 0.5f;
        }
        return vector;
    }

    private static List<Double> numbers(float[] vector) {
        List<Double> numbers = new ArrayList<>(vector.length);
        for (float number : vector) {
            numbers.add((double) number);
        }
        return numbers;
    }

    private static double median(MongoCollection<Document> collection, int repeats, int warmUp) {
        RandomGenerator random = new SplittableRandom(5);
        double[] times = new double[repeats];
        for (int repeat = -warmUp; repeat < repeats; repeat++) {
            List<Bson> stages = List.of(
                    Aggregates.vectorSearch(
                            SearchPath.fieldPath(PATH),
                            numbers(vector(random)),
                            INDEX,
                            LIMIT,
                            VectorSearchOptions.exactVectorSearchOptions()),
                    Aggregates.project(Projections.metaVectorSearchScore("score")));
            long start = SystemClock.INSTANCE.tickNanos();
            collection.aggregate(stages).into(new ArrayList<>());
            if (repeat >= 0) {
                times[repeat] = (SystemClock.INSTANCE.tickNanos() - start) / 1e6;
            }
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
