package dev.mayfly.app.cassandra;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Two ports that are free on the addresses of all nodes: one where they talk to each other, one for clients.
 *
 * <p>Between this look and the start of the node another process may take one; the node then ends, and says so.
 */
record FreePorts(int storage, int clients) {
    private static final int ATTEMPTS_MAX = 50;

    static FreePorts of(int nodes) throws CassandraStartException {
        int storage = free(nodes, 0);
        return new FreePorts(storage, free(nodes, storage));
    }

    /** Returns the first of both that somebody has taken on the address of a node, or 0. */
    int taken(int nodes) {
        for (int node = 1; node <= nodes; node++) {
            for (int port : new int[] {storage, clients}) {
                if (!isFree(node, port)) {
                    return port;
                }
            }
        }
        return 0;
    }

    private static boolean isFree(int node, int port) {
        try {
            return bind(node, port) == port;
        } catch (IOException _) {
            return false;
        }
    }

    private static int free(int nodes, int taken) throws CassandraStartException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                int port = bind(1, 0);
                boolean isFree = port != taken;
                for (int node = 2; isFree && node <= nodes; node++) {
                    isFree = bind(node, port) == port;
                }
                if (isFree) {
                    return port;
                }
            } catch (IOException _) {
                // Taken on another address: the next attempt gets another port.
            }
        }
        throw new CassandraStartException("no port is free on the addresses of all " + nodes + " nodes", null);
    }

    private static int bind(int node, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(CassandraNode.address(node), port));
            return socket.getLocalPort();
        }
    }
}
