package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvFramer;
import dev.mayfly.face.transport.connection.Connection;
import dev.mayfly.face.transport.connection.ConnectionHandler;
import dev.mayfly.face.transport.connection.Framer;
import dev.mayfly.face.transport.connection.Protocol;
import dev.mayfly.face.transport.connection.Request;

/** The key-value protocol, ready to be listened for. */
public final class KvProtocol implements Protocol {
    private final KvServices services;
    private final KvCommandTable commands;
    private final ConfigPush notices;
    private final KvFramer framer = new KvFramer();

    public KvProtocol(KvServices services, KvCommandTable commands) {
        this.services = services;
        this.commands = commands;
        this.notices = new ConfigPush(services);
    }

    /** Returns the face's name in logs and metrics. */
    @Override
    public String name() {
        return "couchbase-kv";
    }

    @Override
    public Framer framer() {
        return framer;
    }

    @Override
    public ConnectionHandler open(Connection connection) {
        KvSession session = new KvSession(services, connection);
        notices.opened(session);
        return new ConnectionHandler() {
            @Override
            public Request onFrame(byte[] frame) {
                return new KvCall(session, commands, frame);
            }

            @Override
            public void onClosed() {
                notices.closed(session);
                session.closed();
            }
        };
    }
}
