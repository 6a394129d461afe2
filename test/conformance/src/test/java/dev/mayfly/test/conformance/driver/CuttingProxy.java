package dev.mayfly.test.conformance.driver;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and a server, and cuts the connection once when it is asked to: after the server has answered a
 * command of some name, and before the client hears of it.
 */
final class CuttingProxy implements Closeable {
    private static final int HEADER_BYTES = 16;
    private static final int NAME_OFFSET = HEADER_BYTES + 4 + 1 + 4 + 1;

    private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final int port;
    private final AtomicReference<@Nullable String> victim = new AtomicReference<>();
    private final AtomicInteger cuts = new AtomicInteger();

    CuttingProxy(int port) throws IOException {
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How often a connection was cut. */
    int cuts() {
        return cuts.get();
    }

    /** Cuts the connection that sends the next command of this name. */
    void cutNext(String command) {
        victim.set(command);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            DataInputStream requests = new DataInputStream(client.getInputStream());
            DataInputStream replies = new DataInputStream(server.getInputStream());
            OutputStream toServer = server.getOutputStream();
            OutputStream toClient = client.getOutputStream();
            while (true) {
                byte[] request = frame(requests);
                toServer.write(request);
                byte[] reply = frame(replies);
                String cut = victim.get();
                if (cut != null && name(request).equals(cut) && victim.compareAndSet(cut, null)) {
                    cuts.incrementAndGet();
                    return;
                }
                toClient.write(reply);
            }
        } catch (IOException _) {
            // One side has gone; closing tells the other.
        }
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
            throw new EOFException();
        }
        int bytes = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
        byte[] frame = new byte[bytes];
        System.arraycopy(length, 0, frame, 0, 4);
        in.readFully(frame, 4, bytes - 4);
        return frame;
    }

    /** The name of the command in a message of today's form. */
    private static String name(byte[] frame) {
        int end = NAME_OFFSET;
        while (end < frame.length && frame[end] != 0) {
            end++;
        }
        return end >= frame.length ? "" : new String(frame, NAME_OFFSET, end - NAME_OFFSET, StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
