package dev.mayfly.face.transport;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who is connected, and whether one more may be. Safe for concurrent use. */
final class Census {
    private static final int IPV6_NETWORK_BYTES = 8;

    private final TransportLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    /** Everybody, and whether they still count against their address. */
    private final Map<ChannelConnection, Boolean> members = new HashMap<>();

    private final Map<List<Byte>, Integer> strangers = new HashMap<>();
    private boolean closed;
    private long refused;

    Census(TransportLimits limits) {
        this.limits = limits;
    }

    /** Counts a new connection in, or answers false if it must be sent away. */
    boolean enter(ChannelConnection connection) {
        lock.lock();
        try {
            if (closed || members.size() >= limits.connections() || !admitStranger(connection)) {
                refused++;
                return false;
            }
            members.put(connection, true);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Stops counting this connection against its address. */
    void loggedIn(ChannelConnection connection) {
        lock.lock();
        try {
            if (members.replace(connection, true, false)) {
                forgetStranger(connection);
            }
        } finally {
            lock.unlock();
        }
    }

    void leave(ChannelConnection connection) {
        lock.lock();
        try {
            Boolean wasStranger = members.remove(connection);
            if (wasStranger != null && wasStranger) {
                forgetStranger(connection);
            }
            if (members.isEmpty()) {
                emptied.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody in any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    void awaitEmpty() throws InterruptedException {
        lock.lock();
        try {
            while (!members.isEmpty()) {
                emptied.await();
            }
        } finally {
            lock.unlock();
        }
    }

    List<ChannelConnection> members() {
        lock.lock();
        try {
            return List.copyOf(members.keySet());
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return members.size();
        } finally {
            lock.unlock();
        }
    }

    long refused() {
        lock.lock();
        try {
            return refused;
        } finally {
            lock.unlock();
        }
    }

    private boolean admitStranger(ChannelConnection connection) {
        InetAddress address = connection.peer().getAddress();
        if (!isCounted(address)) {
            return true;
        }
        List<Byte> network = network(address);
        int known = strangers.getOrDefault(network, 0);
        if (known >= limits.connectionsPerAddress()) {
            return false;
        }
        strangers.put(network, known + 1);
        return true;
    }

    private void forgetStranger(ChannelConnection connection) {
        InetAddress address = connection.peer().getAddress();
        if (isCounted(address)) {
            strangers.computeIfPresent(network(address), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    private boolean isCounted(InetAddress address) {
        return limits.limitLoopback() || !address.isLoopbackAddress();
    }

    /** One customer usually has a whole IPv6 network of 64 bits, so that is what counts as one address. */
    private static List<Byte> network(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] kept = address instanceof Inet6Address && !address.isLoopbackAddress()
                ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES)
                : bytes;
        Byte[] boxed = new Byte[kept.length];
        Arrays.setAll(boxed, i -> kept[i]);
        return List.of(boxed);
    }
}
