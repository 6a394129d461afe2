package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.wire.MongoFramer;
import dev.mayfly.face.transport.connection.Connection;
import dev.mayfly.face.transport.connection.ConnectionHandler;
import dev.mayfly.face.transport.connection.Framer;
import dev.mayfly.face.transport.connection.Protocol;
import dev.mayfly.face.transport.connection.Request;

/** The MongoDB protocol, ready to be listened for. */
public final class MongoFace implements Protocol {
    private final MongoServices services;
    private final CommandTable commands;
    private final MongoFramer framer = new MongoFramer();

    public MongoFace(MongoServices services) {
        this.services = services;
        this.commands = MongoCommands.table(services.settings().testCommands(), services.isRouter());
    }

    @Override
    public String name() {
        return "mongo";
    }

    @Override
    public Framer framer() {
        return framer;
    }

    @Override
    public boolean needsLogin() {
        return services.settings().authRequired();
    }

    @Override
    public ConnectionHandler open(Connection connection) {
        ConnectionState state = new ConnectionState(connection);
        services.operations().opened(state);
        return new ConnectionHandler() {
            @Override
            public Request onFrame(byte[] frame) {
                return new MongoRequest(services, commands, state, frame);
            }

            @Override
            public void onClosed() {
                AbandonedOperations.end(state);
                services.operations().closed(state);
                services.sessions().cursors().connectionClosed(connection.id());
            }
        };
    }
}
