package dev.mayfly.store.cassandra;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Stands between a store and a node, and cuts the connection around the next batch when it is told to. */
final class CuttingProxy implements AutoCloseable {
    private static final int HEADER_BYTES = 9;
    private static final int STREAM_AT = 2;
    private static final int OPCODE_AT = 4;
    private static final int LENGTH_AT = 5;
    private static final int BATCH = 0x0d;

    /** What gets lost of the next batch. */
    enum Loss {
        /** The node never sees the batch. */
        REQUEST,
        /** The node carries out the batch, and its answer is lost. */
        ANSWER
    }

    private final InetSocketAddress node;
    private final ServerSocket listening;
    private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Loss next;

    CuttingProxy(InetSocketAddress node) throws IOException {
        this.node = node;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    void lose(Loss loss) {
        next = loss;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(node.getAddress(), node.getPort());
                open.add(client);
                open.add(server);
                Connection connection = new Connection(client, server);
                Thread.ofVirtual().start(connection::requests);
                Thread.ofVirtual().start(connection::answers);
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private static byte @Nullable [] frame(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        if (header.length < HEADER_BYTES) {
            return null;
        }
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(header);
        frame.write(in.readNBytes(ByteBuffer.wrap(header).getInt(LENGTH_AT)));
        return frame.toByteArray();
    }

    private static int stream(byte[] frame) {
        return ByteBuffer.wrap(frame).getShort(STREAM_AT);
    }

    private final class Connection {
        private final Socket client;
        private final Socket server;
        private volatile int lost = Integer.MIN_VALUE;

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void requests() {
            try (client;
                    server) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                for (byte[] frame = frame(in); frame != null; frame = frame(in)) {
                    Loss loss = next;
                    if (loss != null && frame[OPCODE_AT] == BATCH) {
                        next = null;
                        if (loss == Loss.REQUEST) {
                            return;
                        }
                        lost = stream(frame);
                    }
                    server.getOutputStream().write(frame);
                }
            } catch (IOException _) {
                // The other side is gone.
            }
        }

        void answers() {
            try (client;
                    server) {
                DataInputStream in = new DataInputStream(server.getInputStream());
                for (byte[] frame = frame(in); frame != null && stream(frame) != lost; frame = frame(in)) {
                    client.getOutputStream().write(frame);
                }
            } catch (IOException _) {
                // The other side is gone.
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Closeable each : open) {
            each.close();
        }
    }
}
