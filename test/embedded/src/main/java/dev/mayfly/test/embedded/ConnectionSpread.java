package dev.mayfly.test.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port that hands each connection to the next of several servers, for clients that know a single address. Safe for
 * concurrent use.
 */
final class ConnectionSpread implements AutoCloseable {
    private static final int BACKLOG = 512;

    private final ServerSocket listener;
    private final List<Integer> ports;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private ConnectionSpread(ServerSocket listener, List<Integer> ports) {
        this.listener = listener;
        this.ports = List.copyOf(ports);
    }

    /** @param ports of the servers, on the address of this machine that only it reaches */
    static ConnectionSpread over(List<Integer> ports) {
        try {
            ConnectionSpread spread =
                    new ConnectionSpread(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), ports);
            Thread.ofVirtual().name("connection-spread").start(spread::accept);
            return spread;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        for (int next = 0; !listener.isClosed(); next = (next + 1) % ports.size()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Socket server = new Socket();
                open.add(server);
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(next)));
                join(client, server);
            } catch (IOException _) {
                // The group was closed, or a client was gone before it was served.
            }
        }
        close();
    }

    private void join(Socket client, Socket server) throws IOException {
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        server.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Thread.ofVirtual().name("spread-to-server").start(() -> forward(client, server));
        Thread.ofVirtual().name("spread-to-client").start(() -> forward(server, client));
    }

    /** Ends both when one of them has ended: nobody here sends after having closed half of a connection. */
    private void forward(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // One of them is gone.
        } finally {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException _) {
            // It has ended in any case.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException _) {
            // Nobody is accepted any more in any case.
        }
        open.forEach(this::end);
    }
}
