package dev.mayfly.face.transport.connection;

import dev.mayfly.face.transport.Transport;

/** A protocol of frames that a {@link Transport} can listen for. Safe for concurrent use. */
public interface Protocol {
    /** A short lower-case word for logs and thread names. */
    String name();

    Framer framer();

    /** Returns true if a peer must log in before it may send long frames. */
    default boolean needsLogin() {
        return true;
    }

    /** Called once for each accepted connection, on its event loop, before anything is read. */
    ConnectionHandler open(Connection connection);
}
