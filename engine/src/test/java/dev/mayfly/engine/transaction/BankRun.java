package dev.mayfly.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * A random history of a bank: transactions that move money between the accounts of two collections, others that write
 * notes which expire, writes outside of transactions, and time. Beside it runs a model, which tells for every step what
 * must come of it.
 */
final class BankRun implements AutoCloseable {
    private static final int ACCOUNTS = 6;
    private static final int NOTES = 6;
    private static final int OPENING = 100;
    private static final int OPEN_MAX = 4;
    /** Longer than any transaction of a run stays open. */
    private static final int NOTE_SECONDS = 100;

    private static final long FOREVER = Long.MAX_VALUE;

    /** A document of the model; every write of a document makes a new one. */
    record Row(int balance, int branch, long at, long version) {
        boolean isVisible(long now) {
            return at > now;
        }
    }

    record Place(int collection, int id) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Integer.compare(collection, other.collection);
            return order == 0 ? Integer.compare(id, other.id) : order;
        }
    }

    /** A transaction, and what the model knows of it. */
    private static final class Open {
        private final Transaction transaction;
        private final Map<Place, Row> snapshot;
        private final Map<Place, Row> view;
        private final Set<Place> written = new HashSet<>();
        private long relied = FOREVER;

        Open(Transaction transaction, Map<Place, Row> visible) {
            this.transaction = transaction;
            this.snapshot = new TreeMap<>(visible);
            this.view = new TreeMap<>(visible);
        }
    }

    private final EngineFixture fixture;
    private final RandomGenerator random;
    private final List<Collection> collections = new ArrayList<>();
    private final Map<Place, Row> committed = new TreeMap<>();
    private final List<Open> open = new ArrayList<>();
    private final BankComparison comparison;
    private final StringBuilder story = new StringBuilder();
    private long versions;
    int commits;
    int conflicts;

    /** @param sweeps whether what has expired is taken away meanwhile */
    BankRun(Store store, RandomGenerator random, boolean sweeps) {
        this.fixture = new EngineFixture(store, EngineSettings.DEFAULTS);
        this.random = random;
        this.comparison = new BankComparison(collections, random, 2 * ACCOUNTS * OPENING);
        if (!sweeps) {
            fixture.engine().sweeper().pause();
        }
        for (String name : List.of("left", "right")) {
            Collection collection = fixture.engine()
                    .catalog()
                    .create(
                            new CollectionName("test", "bank", name),
                            new Catalog.CollectionOptions(
                                            DocumentFormat.BSON,
                                            BaseInstant.MODIFIED,
                                            new byte[0],
                                            List.of(),
                                            Policy.NONE)
                                    .keeping(new ChangeKeeping(true, 0, 0)));
            collection.definition().createIndex(EngineFixture.request("branch", false, null, "branch"));
            collection
                    .definition()
                    .createIndex(EngineFixture.request(
                            "at", false, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 0), "at"));
            collections.add(collection);
        }
        for (int number = 0; number < 2 * ACCOUNTS; number++) {
            Place place = new Place(number % 2, number / 2);
            plainPut(place, new Row(OPENING, number % 3, FOREVER, ++versions));
        }
    }

    String story() {
        return story.toString();
    }

    private void tell(String sentence) {
        story.append(sentence).append('\n');
    }

    void step() {
        switch (random.nextInt(12)) {
            case 0 -> begin();
            case 1, 2, 3 -> transfer();
            case 4, 5 -> note();
            case 6 -> plainTouch();
            case 7 -> plainNote();
            case 8 -> advance();
            case 9, 10 -> end();
            default -> compareOne();
        }
        comparePlain();
    }

    private void begin() {
        if (open.size() == OPEN_MAX) {
            return;
        }
        Map<Place, Row> visible = visible(committed);
        open.add(new Open(fixture.engine().begin(), visible));
        tell("begin");
    }

    private Map<Place, Row> visible(Map<Place, Row> rows) {
        Map<Place, Row> visible = new TreeMap<>();
        rows.forEach((place, row) -> {
            if (row.isVisible(fixture.now())) {
                visible.put(place, row);
            }
        });
        return visible;
    }

    private @Nullable Open anyOpen() {
        return open.isEmpty() ? null : open.get(random.nextInt(open.size()));
    }

    private void transfer() {
        Open one = anyOpen();
        Place from = new Place(random.nextInt(2), random.nextInt(ACCOUNTS));
        Place to = new Place(random.nextInt(2), random.nextInt(ACCOUNTS));
        int amount = random.nextInt(1, 20);
        if (one == null || from.equals(to)) {
            return;
        }
        boolean done = move(one, from, -amount) && move(one, to, amount);
        tell("transfer of " + amount + " from " + from + " to " + to + ": " + done);
    }

    private boolean move(Open one, Place place, int amount) {
        Row before = Objects.requireNonNull(one.view.get(place));
        return write(one, place, new Row(before.balance + amount, before.branch, FOREVER, ++versions));
    }

    private void note() {
        Open one = anyOpen();
        Place place = anyNote();
        boolean removes = random.nextInt(3) == 0;
        Row row = new Row(0, random.nextInt(3), one == null ? 0 : fixture.now() + noteMillis(), ++versions);
        if (one != null) {
            tell((removes ? "remove " : "put ") + place + ": " + write(one, place, removes ? null : row));
        }
    }

    private Place anyNote() {
        return new Place(random.nextInt(2), ACCOUNTS + random.nextInt(NOTES));
    }

    private static long noteMillis() {
        return Duration.ofSeconds(NOTE_SECONDS).toMillis();
    }

    /** Writes in a transaction; it must be turned away exactly if somebody else was first. */
    private boolean write(Open one, Place place, @Nullable Row row) {
        Row before = one.view.get(place);
        boolean writes = row != null || before != null;
        boolean isTaken = open.stream().anyMatch(other -> other != one && other.written.contains(place));
        boolean isFirst = !one.written.contains(place);
        boolean isExpired = before != null && !before.isVisible(fixture.now());
        boolean expected = !writes || !isFirst || !(isTaken || isExpired || isChanged(one, place));
        boolean done;
        try {
            Collection seen = one.transaction.of(collections.get(place.collection));
            WriteOutcome outcome = seen.write(
                    EngineFixture.key(place.id),
                    Durability.LOGGED,
                    (_, _) -> row == null ? Decision.REMOVE : EngineFixture.body(document(row), Lifetime.INHERIT));
            assertEquals(writes, !(outcome instanceof WriteOutcome.Kept), "whether something is written");
            done = true;
        } catch (EngineException refused) {
            assertTrue(refused.error() instanceof EngineError.TransactionConflict, refused.toString());
            done = false;
        }
        assertEquals(expected, done, "a write of " + place);
        if (!done) {
            conflicts++;
            abort(one);
        } else if (writes) {
            one.written.add(place);
            one.relied = before == null ? one.relied : Math.min(one.relied, before.at);
            set(one.view, place, row);
        }
        return done;
    }

    /** Returns true if a document is not what the transaction has seen, except that it may have expired. */
    private boolean isChanged(Open one, Place place) {
        Row was = one.snapshot.get(place);
        Row is = committed.get(place);
        boolean isHidden = is == null || !is.isVisible(one.transaction.now());
        return was == null ? !isHidden : is == null || isHidden || is.version != was.version;
    }

    private static void set(Map<Place, Row> rows, Place place, @Nullable Row row) {
        if (row == null) {
            rows.remove(place);
        } else {
            rows.put(place, row);
        }
    }

    private void end() {
        Open one = anyOpen();
        if (one == null) {
            return;
        }
        if (random.nextInt(5) == 0) {
            tell("abort");
            abort(one);
            return;
        }
        boolean expected = one.written.isEmpty()
                || (one.relied > fixture.now() && one.written.stream().noneMatch(place -> isChanged(one, place)));
        boolean done;
        try {
            one.transaction.commit(null);
            done = true;
        } catch (EngineException refused) {
            assertTrue(refused.error() instanceof EngineError.TransactionConflict, refused.toString());
            done = false;
        }
        tell("commit: " + done);
        assertEquals(expected, done, "a commit");
        if (done) {
            commits++;
            one.written.forEach(place -> set(committed, place, one.view.get(place)));
        } else {
            conflicts++;
        }
        open.remove(one);
    }

    private void abort(Open one) {
        one.transaction.close();
        open.remove(one);
    }

    /** Changes an account outside of transactions, but not what is on it. */
    private void plainTouch() {
        Place place = new Place(random.nextInt(2), random.nextInt(ACCOUNTS));
        Row before = Objects.requireNonNull(committed.get(place));
        plainPut(place, new Row(before.balance, random.nextInt(3), FOREVER, ++versions));
        tell("touch " + place);
    }

    private void plainNote() {
        Place place = anyNote();
        tell("note " + place);
        if (random.nextInt(3) == 0) {
            collections
                    .get(place.collection)
                    .write(EngineFixture.key(place.id), Durability.LOGGED, (_, _) -> Decision.REMOVE);
            Row standing = committed.get(place);
            if (standing != null && standing.isVisible(fixture.now())) {
                committed.remove(place);
            }
        } else {
            plainPut(place, new Row(0, random.nextInt(3), fixture.now() + noteMillis(), ++versions));
        }
    }

    private void plainPut(Place place, Row row) {
        collections
                .get(place.collection)
                .write(
                        EngineFixture.key(place.id),
                        Durability.LOGGED,
                        (_, _) -> EngineFixture.body(document(row), Lifetime.INHERIT));
        committed.put(place, row);
    }

    private static BsonDocument document(Row row) {
        BsonDocument document = new BsonDocument("balance", new BsonInt32(row.balance))
                .append("branch", new BsonInt32(row.branch))
                .append("version", new BsonInt32((int) row.version));
        return row.at == FOREVER ? document : document.append("at", new BsonDateTime(row.at));
    }

    /** No transaction stays open so long that a note written meanwhile expires. */
    private void advance() {
        int seconds = random.nextInt(1, 30);
        if (open.stream().anyMatch(one -> fixture.now() + seconds * 1000L >= one.transaction.now() + noteMillis())) {
            return;
        }
        tell("advance " + seconds);
        fixture.advance(Duration.ofSeconds(seconds));
    }

    private void compareOne() {
        Open one = anyOpen();
        if (one != null) {
            comparison.compare("in a transaction", one.view, collection -> one.transaction.of(collection));
        }
    }

    private void comparePlain() {
        comparison.compare("outside of transactions", visible(committed), collection -> collection);
    }

    /** Ends what is open, sweeps, and finds everything whole. */
    void settle() {
        List.copyOf(open).forEach(this::abort);
        fixture.engine().sweeper().resume();
        fixture.sweep();
        comparePlain();
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(this::abort);
        fixture.close();
    }
}
