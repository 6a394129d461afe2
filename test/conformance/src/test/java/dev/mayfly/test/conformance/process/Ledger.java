package dev.mayfly.test.conformance.process;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import dev.mayfly.base.clock.SystemClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** One writer's documents: what was acknowledged of each, and what was asked for and not answered. One thread only. */
final class Ledger {
    /*
     * Each writer owns its keys, so that the last acknowledged write of a key is what a reader must find. The write that
     * was under way when the server died may have happened or not; until it is known, both are right.
     */
    private static final int KEYS = 200;
    private static final int MORTAL_MILLIS_MAX = 4000;
    private static final int LONG_MILLIS = 3_600_000;

    private final int writer;
    private final RandomGenerator random;
    private final Map<String, State> acknowledged = new HashMap<>();
    private @Nullable Pending pending;
    private int number;
    private int writes;

    /**
     * What a document is.
     *
     * @param deadline when it dies, or the largest number if never
     */
    record State(int number, long deadline) {}

    /** @param after null for a delete */
    private record Pending(String key, @Nullable State after) {}

    /** What a comparison found wrong. */
    record Findings(List<String> lost, List<String> zombies, List<String> early) {
        Findings() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    Ledger(int writer, RandomGenerator random) {
        this.writer = writer;
        this.random = random;
    }

    int writes() {
        return writes;
    }

    /** Writes once; answers whether the server acknowledged it. */
    boolean write(MongoCollection<Document> documents) {
        String key = "w" + writer + "-" + random.nextInt(KEYS);
        State after = random.nextInt(5) == 0 ? null : new State(++number, deadline());
        pending = new Pending(key, after);
        try {
            ask(documents, key, after);
        } catch (MongoException _) {
            return false;
        }
        settle(key, after);
        writes++;
        return true;
    }

    /** Some die soon, some much later, some never; and a later write may move any of them. */
    private long deadline() {
        return switch (random.nextInt(3)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> SystemClock.INSTANCE.wallMillis() + LONG_MILLIS;
            default -> SystemClock.INSTANCE.wallMillis() + random.nextInt(1, MORTAL_MILLIS_MAX);
        };
    }

    private static void ask(MongoCollection<Document> documents, String key, @Nullable State after) {
        Document filter = new Document("_id", key);
        if (after == null) {
            documents.deleteOne(filter);
        } else {
            Date at = after.deadline() == Long.MAX_VALUE ? null : Date.from(Instant.ofEpochMilli(after.deadline()));
            Document document =
                    new Document("n", after.number()).append("at", at).append("mod", after.number() % 10);
            documents.replaceOne(filter, document, new ReplaceOptions().upsert(true));
        }
    }

    /** Takes down what is known to have happened. */
    void settle(String key, @Nullable State after) {
        pending = null;
        if (after == null) {
            acknowledged.remove(key);
        } else {
            acknowledged.put(key, after);
        }
    }

    /** Compares with all documents of this writer, which were read between two instants; learns what became of the last write. */
    void compare(Map<String, State> found, long before, long after, Findings findings) {
        Set<String> keys = new HashSet<>(acknowledged.keySet());
        found.keySet().stream()
                .filter(key -> key.startsWith("w" + writer + "-"))
                .forEach(keys::add);
        Pending last = pending;
        for (String key : keys) {
            State seen = found.get(key);
            if (last != null && last.key().equals(key) && isRight(last.after(), seen, before, after)) {
                settle(key, last.after());
            } else if (!isRight(acknowledged.get(key), seen, before, after)) {
                report(key, acknowledged.get(key), seen, before, findings);
            }
        }
        pending = null;
    }

    private static boolean isRight(@Nullable State expected, @Nullable State seen, long before, long after) {
        if (expected == null || expected.deadline() <= before) {
            return seen == null;
        }
        return expected.equals(seen) || (seen == null && expected.deadline() <= after);
    }

    private static void report(
            String key, @Nullable State expected, @Nullable State seen, long before, Findings findings) {
        String words = key + ": expected " + expected + ", found " + seen + " at " + before;
        if (expected == null || expected.deadline() <= before) {
            findings.zombies().add(words);
        } else if (seen == null && expected.deadline() != Long.MAX_VALUE) {
            findings.early().add(words);
        } else {
            findings.lost().add(words);
        }
    }
}
