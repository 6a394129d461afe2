package dev.mayfly.app.server.demo;

import java.io.IOException;

/** One collection of the demo, written through the port of its face. Confined to one thread. */
interface DemoFace extends AutoCloseable {
    /** Returns the location of the documents, such as {@code mongo demo.sessions}. */
    String where();

    /** Describes the kind of lifetime the documents have, in a few words. */
    String how();

    /** Creates the collection unless it exists. */
    void prepare() throws IOException;

    /**
     * Writes a document, in the place of one of this number if there is one.
     *
     * @param now the time of the server, in milliseconds since the epoch
     */
    void write(int number, long now, int lifetimeSeconds) throws IOException;

    @Override
    void close() throws IOException;
}
