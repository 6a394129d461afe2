package dev.mayfly.bench.drivers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The wire format of requests to a store of keys and values. One for each connection; confined to one thread. */
interface Dialect {
    /** Says on a new connection, which blocks, whatever must be said first. */
    default void greet(SocketChannel channel) throws IOException {}

    /** Appends the request for a key. */
    void ask(ByteBuffer out, KvWork.Kind kind, int number);

    /**
     * Passes over one answer.
     *
     * @return false when it has not come whole, and nothing is passed over
     */
    boolean skipAnswer(ByteBuffer in, KvWork.Kind kind);
}
