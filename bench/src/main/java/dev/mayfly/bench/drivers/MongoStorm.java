package dev.mayfly.bench.drivers;

import com.mongodb.MongoInterruptedException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.bson.BsonDateTime;
import org.bson.Document;

/** A storm in a collection with a TTL index: without and with a client that counts it again and again, and in Redis. */
final class MongoStorm extends Storm {
    static final String NAME = "mongo foreground beside a storm";

    private static final String DATE = "at";

    private final MongoCollection<Document> collection;

    private final IntFunction<String> text;

    private MongoStorm(MongoTarget target, Scale scale) {
        this(target, scale, _ -> Samples.PADDING);
    }

    /** @param text of the document of a number */
    MongoStorm(MongoTarget target, Scale scale, IntFunction<String> text) {
        super(scale);
        this.text = text;
        this.collection = target.database().getCollection("storm");
    }

    static String measure(MongoTarget target, Options options, Path folder) throws Exception {
        if (options.scale() == Scale.WHOLE) {
            KvTarget.installRivals(options.launcher(), folder);
        }
        MongoStorm storm = new MongoStorm(target, options.scale());
        String alone = storm.run("ours");
        String counted;
        Thread counter = Thread.ofPlatform().start(storm::count);
        try {
            counted = storm.run("ours, and a count");
        } finally {
            counter.interrupt();
            counter.join();
        }
        storm.collection.drop();
        String redis;
        try (KvTarget rival = KvTarget.redis(folder)) {
            redis = rival == null
                    ? String.format("%n    *** no redis-server here to compare with ***")
                    : new RedisStorm(rival, options.scale()).run("redis, synced each second");
        }
        return NAME + ", " + StormForeground.PER_SECOND + " operations/s, in the 8 s after the instant" + alone
                + counted + redis;
    }

    /** Counts until it is interrupted. */
    private void count() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                collection.countDocuments();
            } catch (MongoInterruptedException _) {
                return;
            }
        }
    }

    @Override
    void load(int expiring, int staying, long deadlineMillis) {
        collection.drop();
        collection.createIndex(Indexes.ascending(DATE), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
        insert(0, staying, SystemClock.INSTANCE.wallMillis() + TimeUnit.DAYS.toMillis(1));
        insert(staying, staying + expiring, deadlineMillis);
    }

    private void insert(int from, int until, long deadlineMillis) {
        for (int first = from; first < until; first += MongoWork.DOCUMENTS_OF_MANY) {
            List<Document> batch = new ArrayList<>();
            for (int number = first; number < Math.min(until, first + MongoWork.DOCUMENTS_OF_MANY); number++) {
                batch.add(new Document("_id", number)
                        .append(DATE, new BsonDateTime(deadlineMillis))
                        .append(Samples.TEXT, text.apply(number)));
            }
            collection.insertMany(batch);
        }
    }

    /** The driver has a connection for each thread that asks. */
    @Override
    List<? extends StormForeground.Connection> connect() {
        return Collections.nCopies(StormForeground.CONNECTIONS, new Requests(collection));
    }

    private record Requests(MongoCollection<Document> collection) implements StormForeground.Connection {
        @Override
        public void read(int number) {
            if (collection.find(new Document("_id", number)).first() == null) {
                throw new IllegalStateException(number + " is missing");
            }
        }

        @Override
        public void write(int number) {
            collection.updateOne(new Document("_id", number), new Document("$inc", new Document("count", 1)));
        }
    }
}
