package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** One of several engines over one store, with a clock of its own. */
final class SharedEngine implements AutoCloseable {
    static final CollectionName NAME = new CollectionName("test", "db", "c");

    /** With a log of events that keeps documents, so that sweeps read what they destroy. */
    static final EngineSettings KEEPING_DOCUMENTS =
            EngineSettings.DEFAULTS.withEvents(new EventSettings(Duration.ofHours(1), 1L << 30, _ -> true, true));

    final InterleavedStore store;
    final VirtualClock clock;
    final Engine engine;

    SharedEngine(Store shared, RandomGenerator random, int unknownPercent, long clockOffset) {
        this(shared, random, unknownPercent, clockOffset, EngineSettings.DEFAULTS);
    }

    /** @param clockOffset in milliseconds, from the clock of the first engine */
    SharedEngine(Store shared, RandomGenerator random, int unknownPercent, long clockOffset, EngineSettings settings) {
        store = new InterleavedStore(shared, random, unknownPercent);
        clock = new VirtualClock(EngineFixture.START + clockOffset);
        ClockGuard guard = new ClockGuard(
                clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
        engine = Engine.open(
                store,
                new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                settings.withShards(TestShards.NUMBER).withForms("test", _ -> _ -> true));
    }

    Collection collection() {
        Collection found = engine.find(NAME);
        assertNotNull(found);
        return found;
    }

    long increment(int id) {
        WriteOutcome outcome = collection().write(EngineFixture.key(id), Durability.LOGGED, (current, _) -> {
            int before = current == null ? 0 : valueOf(current);
            return EngineFixture.body(new BsonDocument("n", new BsonInt32(before + 1)), Lifetime.FOREVER);
        });
        return ((WriteOutcome.Stored) outcome).version();
    }

    int counter(int id) {
        Document found = collection().get(collection().reading(), EngineFixture.key(id));
        return found == null ? 0 : valueOf(found);
    }

    static int valueOf(Document document) {
        return document.view().toBsonValue().asDocument().getInt32("n").getValue();
    }

    boolean isFound(int id) {
        return collection().get(collection().reading(), EngineFixture.key(id)) != null;
    }

    void put(int id, Lifetime lifetime) {
        collection()
                .write(
                        EngineFixture.key(id),
                        Durability.LOGGED,
                        (_, _) -> EngineFixture.body(new BsonDocument("n", new BsonInt32(id)), lifetime));
    }

    @Override
    public void close() {
        engine.close();
    }

    void create() {
        create(NAME);
    }

    void create(CollectionName name) {
        engine.catalog().create(name, options());
    }

    static Catalog.CollectionOptions options() {
        return new Catalog.CollectionOptions(
                DocumentFormat.BSON,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.INHERIT, QueueIds.FOR, QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
    }
}
