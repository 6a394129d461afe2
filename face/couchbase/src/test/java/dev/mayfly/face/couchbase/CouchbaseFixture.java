package dev.mayfly.face.couchbase;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptBounds;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.transport.Endpoint;
import dev.mayfly.face.transport.Listener;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** The whole face on free ports of loopback, over an engine in memory on a clock that is wound by hand. */
public final class CouchbaseFixture implements AutoCloseable {
    /** Where the clock begins. */
    public static final long START = 1_700_000_000_000L;

    /** A user who may read documents and no more. */
    public static final CouchbaseUser READER = new CouchbaseUser("reader", "secret", List.of("read"));

    /** A user who may enter no bucket. */
    public static final CouchbaseUser WATCHER = new CouchbaseUser("watcher", "secret", List.of("monitor"));

    private final VirtualClock clock = new VirtualClock(START);
    private final SystemTimers timers = new SystemTimers("test");
    private final Engine engine;
    private final Transport transport;
    private final CouchbaseFace face;
    private final NodePorts ports;

    public CouchbaseFixture() throws IOException {
        this(TransportLimits.DEFAULT);
    }

    public CouchbaseFixture(TransportLimits limits) throws IOException {
        this(limits, new MemoryStore());
    }

    public CouchbaseFixture(TransportLimits limits, Store store) throws IOException {
        ClockGuard guard = new ClockGuard(
                clock, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        engine = Engine.open(
                store,
                new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withForms(Buckets.FACE, new CouchbaseForms()));
        CouchbaseSettings settings = new CouchbaseSettings(
                CouchbaseSettings.DEFAULTS.rules(), List.of(CouchbaseUser.INSTALLED, READER, WATCHER));
        face = new CouchbaseFace(new CouchbaseServices(
                settings,
                engine,
                this::ports,
                SystemClock.INSTANCE,
                timers,
                clock::advance,
                new ScriptSandbox(clock::wallMillis, SystemClock.INSTANCE, new ScriptBounds(16 << 20, 2_000, 100)),
                RequestMemoryPool.unbounded(),
                null));
        transport = new Transport(limits, SystemClock.INSTANCE, timers, 2);
        Endpoint any = Endpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ports = new NodePorts(
                port(transport.listen(any, face.keyValue())),
                port(transport.listen(any, face.management(HostPolicy.loopback()))),
                port(transport.listen(any, face.query(HostPolicy.loopback()))),
                false);
    }

    private static int port(Listener listener) {
        return listener.address().getPort();
    }

    public NodePorts ports() {
        return ports;
    }

    public Engine engine() {
        return engine;
    }

    public Buckets buckets() {
        return face.buckets();
    }

    public VirtualClock clock() {
        return clock;
    }

    public Transport transport() {
        return transport;
    }

    /** A connection that has said nothing yet. */
    public KvPeer connect() throws IOException {
        return new KvPeer(ports.keyValue());
    }

    /** A connection of the administrator to the default bucket. */
    public KvPeer login(int... features) throws IOException {
        KvPeer peer = connect();
        peer.hello(features);
        peer.login(CouchbaseUser.INSTALLED);
        peer.ask(KvFrame.of(0x89).key("default")).require(0);
        return peer;
    }

    @Override
    public void close() {
        transport.close();
        engine.close();
        timers.close();
    }
}
