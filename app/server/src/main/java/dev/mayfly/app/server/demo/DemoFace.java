package dev.mayfly.app.server.demo;

import java.io.IOException;

/** One collection of the demo, behind the port of its face. Used by one thread. */
interface DemoFace extends AutoCloseable {
    /** Where the documents are, such as {@code mongo demo.sessions}. */
    String where();

    /** What kind of lifetime they have, in a few words. */
    String how();

    /** Makes the collection unless it is there. */
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
