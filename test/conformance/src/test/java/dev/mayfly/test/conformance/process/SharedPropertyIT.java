package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.cassandra.CassandraOptions;
import dev.mayfly.store.cassandra.CassandraStore;
import dev.mayfly.test.harness.CassandraGround;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Properties that die before their documents, under two engines over one node of Cassandra: one that runs already where
 * {@value CassandraGround#RUNNING} names it, else one that is started.
 */
@Tag("slow")
final class SharedPropertyIT {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final long START = 1_767_225_600_000L;
    private static final int SESSIONS = 20;
    private static final Duration CODE_LIVES = Duration.ofMinutes(5);

    @TempDir
    private Path folder = Path.of("");

    /** One engine with a connection and a clock of its own. */
    private static final class Server implements ExpiryListener, AutoCloseable {
        private final VirtualClock clock = new VirtualClock(START);
        private final Store store;
        private final Engine engine;
        private int died;
        private int swept;

        Server(List<InetSocketAddress> contactPoints) {
            store = CassandraStore.open(new CassandraOptions(
                    contactPoints,
                    LocalCassandra.DATACENTER,
                    "properties" + ProcessHandle.current().pid(),
                    1,
                    null,
                    null));
            ClockGuard guard = new ClockGuard(
                    clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    store,
                    new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS.withShards(2).withForms("test", _ -> _ -> true));
            engine.addListener(this);
        }

        @Override
        public void announced(Announcement announcement) {}

        @Override
        public void properties(CollectionName collection, int diedNow, int sweptNow) {
            died += diedNow;
            swept += sweptNow;
        }

        Collection collection() {
            Collection found = engine.find(NAME);
            assertNotNull(found);
            return found;
        }

        void put(int id, String json) {
            collection()
                    .write(
                            key(id),
                            Durability.LOGGED,
                            (_, _) -> new Decision.Put(
                                    json.getBytes(StandardCharsets.UTF_8), Lifetime.FOREVER, new byte[0]));
        }

        Document get(int id) {
            Document found = collection().get(collection().reading(), key(id));
            assertNotNull(found);
            return found;
        }

        boolean hasCode(int id) {
            return get(id).view().field("code") != null;
        }

        @Override
        public void close() {
            engine.close();
            store.close();
        }
    }

    private static DocumentKey key(int id) {
        return new DocumentKey(("session" + id).getBytes(StandardCharsets.UTF_8));
    }

    private static IndexRequest rule() {
        return new IndexRequest(
                "code",
                IndexDefinition.Kind.LISTED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                new IndexRequest.TtlRule.OverProperty(
                        new PropertyTerm(FieldPath.of("code"), PropertyTerm.Start.PROPERTY_SET),
                        FieldPath.of("code"),
                        CODE_LIVES.toSeconds()));
    }

    @Test
    void codesDieOnceWhileTheirSessionsLive() throws CassandraStartException {
        try (CassandraGround below = CassandraGround.found(1, folder)) {
            die(List.of(below.addresses().getFirst()));
        }
    }

    private static void die(List<InetSocketAddress> contactPoints) {
        try (Server one = new Server(contactPoints);
                Server other = new Server(contactPoints)) {
            one.engine
                    .catalog()
                    .create(
                            NAME,
                            new Catalog.CollectionOptions(
                                    DocumentFormat.JSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
            one.collection().definition().createIndex(rule());
            for (int id = 0; id < SESSIONS; id++) {
                other.put(id, "{\"user\":\"u" + id + "\",\"code\":\"" + id + "\"}");
            }
            long version = other.get(3).version();
            advance(one, other, CODE_LIVES.minusMillis(1));
            assertTrue(one.hasCode(3) && other.hasCode(3));
            other.put(0, "{\"user\":\"u0\",\"code\":\"new\"}");
            advance(one, other, Duration.ofMillis(1));
            for (Server server : List.of(one, other)) {
                assertTrue(server.hasCode(0));
                assertFalse(server.hasCode(3));
            }
            one.engine.sweeper().sweepNow();
            other.engine.sweeper().sweepNow();
            assertEquals(SESSIONS - 1, one.swept + other.swept);
            assertEquals(SESSIONS - 1, one.died + other.died);
            for (Server server : List.of(one, other)) {
                assertTrue(server.hasCode(0));
                assertFalse(server.hasCode(3));
                assertEquals(version, server.get(3).version());
                assertEquals(List.of(), EngineCheck.check(server.engine).findings());
            }
            one.collection().definition().dropIndex("code");
            other.put(3, "{\"code\":\"again\"}");
            advance(one, other, CODE_LIVES.multipliedBy(2));
            assertTrue(one.hasCode(3) && other.hasCode(3));
        }
    }

    private static void advance(Server one, Server other, Duration by) {
        one.clock.advance(by);
        other.clock.advance(by);
    }
}
