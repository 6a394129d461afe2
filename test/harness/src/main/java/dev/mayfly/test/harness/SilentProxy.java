package dev.mayfly.test.harness;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Stands between a client and a server, and forwards nothing while it is told to be silent; connections stay open, as in a partition of the network. */
public final class SilentProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final InetSocketAddress server;
    private final ServerSocket listening;
    private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
    private final Object gate = new Object();
    private boolean isSilent;

    public SilentProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort());
    }

    /** Lets nothing through from now on; what comes meanwhile is forwarded when this ends. */
    public void silence() {
        synchronized (gate) {
            isSilent = true;
        }
    }

    /** Forwards again. */
    public void resume() {
        synchronized (gate) {
            isSilent = false;
            gate.notifyAll();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private void connect(Socket client) {
        try {
            awaitVoice();
            Socket behind = new Socket(server.getAddress(), server.getPort());
            open.add(behind);
            Thread.ofVirtual().start(() -> forward(client, behind));
            forward(behind, client);
        } catch (IOException _) {
            // One side is gone.
        }
    }

    private void forward(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitVoice();
                out.write(buffer, 0, read);
            }
        } catch (IOException _) {
            // One side is gone.
        }
    }

    private void awaitVoice() throws IOException {
        synchronized (gate) {
            while (isSilent) {
                try {
                    gate.wait();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new IOException(interrupted);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        resume();
        listening.close();
        for (Closeable each : open) {
            each.close();
        }
    }
}
