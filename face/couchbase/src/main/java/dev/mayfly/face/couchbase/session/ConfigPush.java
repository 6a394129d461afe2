package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.wire.ServerFrame;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells the connections that asked for it when a configuration has changed. Safe for concurrent use. */
final class ConfigPush {
    private final KvServices services;
    private final Set<KvSession> sessions = ConcurrentHashMap.newKeySet();

    ConfigPush(KvServices services) {
        this.services = services;
        services.buckets().addListener(this::changed);
    }

    void opened(KvSession session) {
        sessions.add(session);
    }

    void closed(KvSession session) {
        sessions.remove(session);
    }

    /** A connection whose bucket is gone is closed: what its client knows of it is no longer true. */
    private void changed(Bucket bucket) {
        for (KvSession session : sessions) {
            if (session.selected() == bucket && bucket.isDropped()) {
                session.connection().close();
            } else if (session.selected() == bucket && session.wantsNotices()) {
                notice(session, bucket);
            }
        }
    }

    /**
     * Sends on a thread of its own: sending waits where the peer takes nothing, and the maker of the change must not
     * wait. However many changes there are meanwhile, one thread waits for one peer.
     */
    private void notice(KvSession session, Bucket bucket) {
        if (!session.isNews() || !session.noticing().compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("couchbase-notice").start(() -> {
            try {
                tell(session, bucket);
            } finally {
                session.noticing().set(false);
            }
            if (session.connection().isOpen()) {
                notice(session, bucket);
            }
        });
    }

    private void tell(KvSession session, Bucket bucket) {
        byte[] config = session.has(Feature.CLUSTERMAP_CHANGE_NOTIFICATION)
                ? services.configs().of(bucket)
                : ServerFrame.NOTHING;
        long revision = services.configs().revision();
        session.told();
        try {
            session.connection()
                    .write(ServerFrame.clusterMap(
                            services.configs().epoch(), revision, bucket.name(), config, session.connection()));
            session.connection().flush();
        } catch (ConnectionClosedException _) {
            // Nobody is there to be told.
        }
    }
}
