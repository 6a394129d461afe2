package dev.mayfly.test.conformance.process;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends frames one after the other, on a new connection when the server has hung up on the last. */
final class FuzzConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int HEADER_BYTES = 16;
    private static final int FRAME_BYTES_MAX = 48_000_000;

    private final int port;
    private @Nullable Socket socket;
    private int pings = 1_000_000;
    private long hangUps;

    FuzzConnection(int port) {
        this.port = port;
    }

    /**
     * Sends frames at once and a ping behind them, if one can follow; of no frames the ping alone.
     *
     * @return whether the ping was answered; else the server has hung up
     * @throws SocketTimeoutException if it did neither: it hangs
     */
    boolean send(List<FuzzFrames.Frame> burst) throws IOException {
        Socket open = open();
        boolean isAlive = false;
        try {
            OutputStream out = open.getOutputStream();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            burst.forEach(frame -> all.writeBytes(frame.bytes()));
            boolean isWhole = burst.isEmpty() || burst.getLast().kind() != FuzzFrames.Kind.UNFINISHED;
            int ping = pings++;
            if (isWhole) {
                all.writeBytes(FuzzFrames.ping(ping));
            }
            all.writeTo(out);
            if (isWhole) {
                isAlive = isAnswered(open, ping);
            } else {
                open.shutdownOutput();
                open.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        } catch (SocketTimeoutException hang) {
            throw hang;
        } catch (IOException _) {
            // The server has hung up, as it may.
        }
        if (!isAlive) {
            hangUps++;
            close();
        }
        return isAlive;
    }

    private Socket open() throws IOException {
        if (socket == null) {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
        }
        return socket;
    }

    /** Reads answers until that of the ping. */
    private static boolean isAnswered(Socket open, int ping) throws IOException {
        DataInputStream in = new DataInputStream(open.getInputStream());
        while (true) {
            int length = Integer.reverseBytes(in.readInt());
            in.readInt();
            int answered = Integer.reverseBytes(in.readInt());
            in.readInt();
            if (length < HEADER_BYTES || length > FRAME_BYTES_MAX) {
                throw new IllegalStateException("an answer of " + length + " bytes");
            }
            in.skipNBytes(length - HEADER_BYTES);
            if (answered == ping) {
                return true;
            }
        }
    }

    long hangUps() {
        return hangUps;
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
