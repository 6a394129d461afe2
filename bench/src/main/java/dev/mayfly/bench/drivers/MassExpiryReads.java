package dev.mayfly.bench.drivers;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.Document;

/** Measures reads of a million documents right after all but 34,000 of them have expired, before they are destroyed. */
final class MassExpiryReads {
    static final String NAME = "mongo reads after a mass expiry";

    private static final int DOCUMENTS = 1_000_000;
    private static final int BATCH = 1_000;
    private static final int LIVING = 34_000;

    private static final int PAGE = 100;
    private static final int REPEATS = 15;
    private static final String DATE = "at";

    private final MongoCollection<Document> collection;
    private final MongoTarget target;
    private final int documents;
    private final int living;

    private MassExpiryReads(MongoTarget target, Scale scale) {
        this.target = target;
        this.collection = target.database().getCollection("aftermath");
        this.documents = scale.of(DOCUMENTS);
        this.living = scale.of(LIVING);
    }

    /** Loads, lets most of it expire by a change of the rule, which can be undone for an hour, and reads. */
    static String measure(MongoTarget target, Scale scale) {
        MassExpiryReads reads = new MassExpiryReads(target, scale);
        reads.load();
        return reads.read();
    }

    private void load() {
        collection.drop();
        collection.createIndex(Indexes.ascending(DATE), new IndexOptions().expireAfter(2L, TimeUnit.HOURS));
        long now = SystemClock.INSTANCE.wallMillis();
        long hour = TimeUnit.HOURS.toMillis(1);
        String text = "x".repeat(120);
        for (int from = 0; from < documents; from += BATCH) {
            List<Document> batch = new ArrayList<>();
            for (int number = from; number < Math.min(documents, from + BATCH); number++) {
                // As with dates of creation: what was written last lives on, and a scan meets what is hidden first.
                boolean lives = number >= documents - living;
                batch.add(new Document("_id", number)
                        .append("n", number)
                        .append("s", text)
                        .append(DATE, new BsonDateTime(lives ? now + hour : now - hour)));
            }
            collection.insertMany(batch);
        }
    }

    private String read() {
        Document change = new Document("collMod", collection.getNamespace().getCollectionName())
                .append("index", new Document("keyPattern", new Document(DATE, 1)).append("expireAfterSeconds", 60));
        double changed = millis(() -> target.database().runCommand(change));
        int pageMax = Math.min(PAGE, living);
        Runnable page = () -> require(
                pageMax, collection.find().limit(PAGE).into(new ArrayList<>()).size());
        Runnable one = () -> require(
                1, collection.find(new Document("s", new Document("$ne", "y"))).first() == null ? 0 : 1);
        Runnable count = () -> require(living, (int) collection.countDocuments());
        Runnable walked =
                () -> require(living, (int) collection.countDocuments(new Document("s", new Document("$ne", "y"))));
        double firstPage = millis(page);
        double firstCount = millis(count);
        double pages = median(page);
        double ones = median(one);
        double counts = median(count);
        double walks = median(walked);
        return String.format(
                Locale.ROOT,
                "%s, %d of %d live: collMod %.1f ms; first page %.1f ms, then %.1f; findOne %.1f; count %.1f ms,"
                        + " then %.1f; with a filter %.1f   page < 50 ms, count < 100: %s",
                NAME,
                living,
                documents,
                changed,
                firstPage,
                pages,
                ones,
                firstCount,
                counts,
                walks,
                pages < 50 && counts < 100 ? "reached" : "MISSED");
    }

    private static void require(int expected, int found) {
        if (found != expected) {
            throw new IllegalStateException("found " + found + " of " + expected);
        }
    }

    private static double median(Runnable work) {
        double[] times = new double[REPEATS];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            times[repeat] = millis(work);
        }
        Arrays.sort(times);
        return times[REPEATS / 2];
    }

    private static double millis(Runnable work) {
        long start = SystemClock.INSTANCE.tickNanos();
        work.run();
        return (SystemClock.INSTANCE.tickNanos() - start) / 1e6;
    }
}
