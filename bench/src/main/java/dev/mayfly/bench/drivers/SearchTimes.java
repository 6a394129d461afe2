package dev.mayfly.bench.drivers;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Position;
import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/** Measures questions for places and for words, by their indexes and by a look at every document. */
final class SearchTimes {
    static final String NAME = "mongo places and words by index and by scan";

    private static final int DOCUMENTS = 1_000_000;
    private static final int REPEATS = 9;
    private static final int NEAREST = 10;

    /** The number of different words; each document has six of them. */
    private static final int VOCABULARY = 20_000;

    private static final int WORDS = 6;

    /** Around each place lie about a hundred documents of a million. */
    private static final double RADIANS = 0.02;

    private static final Document SCAN = new Document("$natural", 1);

    private final MongoCollection<RawBsonDocument> collection;
    private final StringBuilder text = new StringBuilder(NAME);
    private final RandomGenerator random = new SplittableRandom(5);

    private SearchTimes(MongoCollection<RawBsonDocument> collection) {
        this.collection = collection;
    }

    static String measure(MongoTarget target, Options options) {
        int documents = options.scale().of(DOCUMENTS);
        load(target.database().getCollection("searched"), documents);
        SearchTimes times = new SearchTimes(target.database().getCollection("searched", RawBsonDocument.class));
        int scans = options.scale() == Scale.SMOKE ? 1 : 3;
        times.places(options.scale() == Scale.SMOKE ? 1 : REPEATS, scans);
        times.words(options.scale() == Scale.SMOKE ? 1 : REPEATS, scans);
        return times.text.toString();
    }

    private static void load(MongoCollection<Document> collection, int documents) {
        collection.drop();
        RandomGenerator random = new SplittableRandom(3);
        for (int from = 0; from < documents; from += MongoWork.DOCUMENTS_OF_MANY) {
            List<Document> batch = new ArrayList<>();
            for (int number = from; number < Math.min(documents, from + MongoWork.DOCUMENTS_OF_MANY); number++) {
                batch.add(new Document("_id", number)
                        .append("at", new Point(place(random)))
                        .append("text", words(random)));
            }
            collection.insertMany(batch);
        }
        collection.createIndex(Indexes.geo2dsphere("at"));
        collection.createIndex(Indexes.text("text"));
    }

    /** All places of the sphere are as likely. */
    private static Position place(RandomGenerator random) {
        return new Position(random.nextDouble() * 360 - 180, Math.toDegrees(Math.asin(random.nextDouble() * 2 - 1)));
    }

    private static String words(RandomGenerator random) {
        StringBuilder words = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
            words.append("word").append(random.nextInt(VOCABULARY)).append(' ');
        }
        return words.toString();
    }

    private void places(int repeats, int scans) {
        double[] near = new double[repeats];
        double[] within = new double[repeats];
        for (int repeat = 0; repeat < repeats; repeat++) {
            Position place = place(random);
            near[repeat] = millis(collection
                    .find(Filters.nearSphere("at", new Point(place), null, null))
                    .limit(NEAREST));
            within[repeat] = millis(collection.find(around(place)));
        }
        double[] scan = new double[scans];
        for (int repeat = 0; repeat < scans; repeat++) {
            scan[repeat] = millis(collection.find(around(place(random))).hint(SCAN));
        }
        line("nearest " + NEAREST, near, scan);
        line("within", within, scan);
    }

    private static Bson around(Position place) {
        return Filters.geoWithinCenterSphere(
                "at", place.getValues().get(0), place.getValues().get(1), RADIANS);
    }

    private void words(int repeats, int scans) {
        double[] found = new double[repeats];
        for (int repeat = 0; repeat < repeats; repeat++) {
            found[repeat] = millis(collection.find(Filters.text("word" + random.nextInt(VOCABULARY))));
        }
        double[] scan = new double[scans];
        for (int repeat = 0; repeat < scans; repeat++) {
            scan[repeat] =
                    millis(collection.find(Filters.regex("text", "\\bword" + random.nextInt(VOCABULARY) + "\\b")));
        }
        line("a word", found, scan);
    }

    private static double millis(FindIterable<RawBsonDocument> found) {
        long start = SystemClock.INSTANCE.tickNanos();
        found.batchSize(1_000).forEach(_ -> {});
        return (SystemClock.INSTANCE.tickNanos() - start) / 1e6;
    }

    private void line(String kind, double[] index, double[] scan) {
        text.append(String.format(
                Locale.ROOT, "%n    %-10s by index %8.2f ms, by scan %8.2f ms", kind, median(index), median(scan)));
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
