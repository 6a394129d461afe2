package dev.mayfly.face.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.cosmos.feed.ItemChronicler;
import dev.mayfly.face.cosmos.query.index.CosmosForms;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.transport.connection.InnerConnection;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The face over an engine in memory, on a clock that is wound by hand; no sockets. */
public final class CosmosFixture implements AutoCloseable {
    /** Where the clock begins. */
    public static final long START = 1_700_000_000_000L;

    private final Store store;
    private final VirtualClock clock = new VirtualClock(START);
    private final CosmosSettings settings;
    private final Timers timers;
    private final int shards;
    private Engine engine;
    private CosmosFace face;

    public CosmosFixture() {
        this(CosmosSettings.DEFAULTS);
    }

    public CosmosFixture(CosmosSettings settings) {
        this.shards = 1;
        this.store = new MemoryStore();
        this.settings = settings;
        this.timers = clock;
        this.engine = open();
        this.face = face();
    }

    private CosmosFixture(Store store, Timers timers) {
        this(store, timers, 1);
    }

    private CosmosFixture(Store store, Timers timers, int shards) {
        this.shards = shards;
        this.store = store;
        this.settings = CosmosSettings.DEFAULTS;
        this.timers = timers;
        this.engine = open();
        this.face = face();
    }

    /** One that never sweeps: winding the clock by months costs nothing, and answers are the same. */
    public static CosmosFixture unswept() {
        return unswept(new MemoryStore());
    }

    /** One whose containers have several shards. */
    public static CosmosFixture inShards(int number) {
        return new CosmosFixture(new MemoryStore(), new VirtualClock(START), number);
    }

    /** One that never sweeps, over this store. */
    public static CosmosFixture unswept(Store store) {
        return new CosmosFixture(store, new VirtualClock(START));
    }

    private Engine open() {
        ClockGuard guard = new ClockGuard(
                clock, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        return Engine.open(
                store,
                new Engine.Machinery(guard, timers, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS
                        .withShards(shards)
                        .withForms(CosmosFace.NAME, new CosmosForms())
                        .withHistory(HistorySettings.NONE.andByCollection(CosmosFace.NAME, new ItemChronicler())));
    }

    private CosmosFace face() {
        return new CosmosFace(new CosmosServices(
                settings, engine, clock, RequestMemoryPool.unbounded(), () -> "a certificate\n", null));
    }

    /** Ends the process, and begins another one over what it has stored. */
    public void restart() {
        engine.close();
        engine = open();
        face = face();
    }

    public Engine engine() {
        return engine;
    }

    /** Returns the operations on items for administrators. */
    public FaceDocuments documents() {
        return face.documents();
    }

    public VirtualClock clock() {
        return clock;
    }

    /** The answer to a request, with its fields by name. */
    public record Reply(int status, HttpFields fields, byte[] bytes) {
        public String body() {
            return new String(bytes, UTF_8);
        }

        public @Nullable String field(String name) {
            return fields.first(name);
        }
    }

    /** @param fields names and values in turn */
    public Reply call(String method, String path, @Nullable String body, String... fields) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        entries.add(Map.entry("Host", "localhost:8081"));
        for (int index = 0; index < fields.length; index += 2) {
            entries.add(Map.entry(fields[index], fields[index + 1]));
        }
        return call(method, path, body == null ? new byte[0] : body.getBytes(UTF_8), HttpFields.of(entries));
    }

    /** Signed with the emulator's key, unless it says how it is authorized itself; {@code none} is not at all. */
    public Reply call(String method, String path, byte[] body, HttpFields fields) {
        return call(InetAddress.getLoopbackAddress(), method, path, body, signed(method, path, fields));
    }

    private HttpFields signed(String method, String path, HttpFields fields) {
        if (fields.first("authorization") != null) {
            return fields;
        }
        String date = Signing.date(clock.wallMillis());
        return fields.with("x-ms-date", date)
                .with("authorization", Signing.header(CosmosKeys.EMULATOR, method, path, date));
    }

    /** As it is, from somewhere. */
    public Reply call(InetAddress peer, String method, String path, byte[] body, HttpFields fields) {
        HttpResponse response = face.handler().handle(request(peer, method, path, body, fields));
        byte[] bytes = response.body() instanceof HttpBody.Bytes(byte[] known) ? known : new byte[0];
        return new Reply(response.status(), response.fields(), bytes);
    }

    private static InnerConnection from(InetAddress peer) {
        return new InnerConnection(
                new InetSocketAddress(peer, 40_000),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 8_081),
                true);
    }

    /** As it comes from a connection. */
    public static HttpRequest request(InetAddress peer, String method, String path, byte[] body, HttpFields fields) {
        return new HttpRequest(method, path, Map.of(), Map.of(), fields, body, from(peer));
    }

    @Override
    public void close() {
        engine.close();
        store.close();
    }
}
