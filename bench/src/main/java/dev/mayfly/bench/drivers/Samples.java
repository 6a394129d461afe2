package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Documents of 200 bytes, the same for a seed. Confined to one thread. */
final class Samples {
    static final String GROUP = "group";
    static final String DATE = "at";
    static final String TEXT = "text";

    /** The number of documents in the collection where documents are found or changed. */
    private static final int DOCUMENTS = 20_000;

    /** Ten documents have the same value of the indexed field. */
    private static final int GROUPS = 2_000;

    /** With it a document takes 200 bytes of BSON. */
    static final String PADDING = "x".repeat(138);

    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final SplittableRandom random;
    private final Scale scale;
    private int next;

    Samples(int seed, Scale scale) {
        this.random = new SplittableRandom(seed);
        this.scale = scale;
    }

    /** The number of documents in the collection where documents are found or changed. */
    static int count(Scale scale) {
        return scale.of(DOCUMENTS);
    }

    /** The number of values that the indexed field has. */
    static int groups(Scale scale) {
        return scale.of(GROUPS);
    }

    /** A new document, which will not expire while anybody measures. */
    Document document() {
        return new Document("_id", new ObjectId())
                .append(GROUP, next++ % groups(scale))
                .append(DATE, new BsonDateTime(dateMillis()))
                .append(TEXT, PADDING);
    }

    List<Document> documents(int count) {
        List<Document> documents = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            documents.add(document());
        }
        return documents;
    }

    /** Since the epoch. */
    long dateMillis() {
        return SystemClock.INSTANCE.wallMillis() + DAY_MILLIS;
    }

    int index() {
        return random.nextInt(count(scale));
    }

    int group() {
        return random.nextInt(groups(scale));
    }
}
