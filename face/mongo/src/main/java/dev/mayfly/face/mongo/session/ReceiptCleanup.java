package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.node.Rendezvous;
import dev.mayfly.engine.node.ServerNode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets what sessions have left with their writes that have not written for longer than a session lives. Any of several
 * servers may have been the last to hear of a session, so none of them forgets it when it ends. Safe for concurrent use.
 */
public final class ReceiptCleanup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiptCleanup.class);
    private static final Duration EVERY = Duration.ofMinutes(10);

    /** With room for clocks that differ. */
    private static final Duration AGE = Duration.ofMinutes(LogicalSessions.TIMEOUT_MINUTES + 1);

    private final Engine engine;
    private final Timers timers;
    private volatile boolean isClosed;

    /** @param timers of the machine */
    public ReceiptCleanup(MongoCollections collections, Timers timers) {
        this.engine = collections.engine();
        this.timers = timers;
        schedule();
    }

    private void schedule() {
        timers.schedule(EVERY, () -> {
            if (!isClosed) {
                Thread.ofVirtual().name("receipt-cleanup").start(this::run);
                schedule();
            }
        });
    }

    private void run() {
        engine.collections(MongoCollections.FACE).stream().filter(this::isOurs).forEach(this::clean);
    }

    /** All servers compute alike which of them looks into a collection. */
    private boolean isOurs(Collection collection) {
        List<ServerNode> live = engine.nodes().live();
        String name = "receipts/" + collection.record().id();
        return live.get(Rendezvous.of(name, live))
                .id()
                .equals(engine.nodes().self().id());
    }

    private void clean(Collection collection) {
        if (isClosed) {
            return;
        }
        try {
            int forgotten = collection.receipts().forgetOlderThan(AGE);
            LOG.debug("{} receipts of {} are forgotten", forgotten, collection.name());
        } catch (EngineException failure) {
            // What is left is met again the next time.
            LOG.debug("receipts could not be forgotten", failure);
        }
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
