package dev.mayfly.face.transport.connection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The open connections of a transport, and those that wait until there is room for them. Safe for concurrent use. */
public final class ConnectionRegistry {
    /*
     * A connection that has not logged in counts against its origin: its face together with its peer's address. A
     * connection beyond a bound is not turned away at once. It stays open and unread, and gets in, in the order of
     * arrival, when another one of its origin logs in or leaves. While connections wait, the check once a second
     * closes as many strangers of that origin as there are waiting, those first that have been silent longest; a peer
     * whose request is running is never among them. A burst of clients is thus served one after the other, and peers
     * that hold connections without using them keep no other peer out. A connection that has waited too long is
     * refused.
     *
     * A connection that waits is an open file like any other. If the process may open few files, connections beyond
     * half of them are refused without waiting: a store that cannot open its next table refuses every write.
     */

    /** Connections of one origin that may wait for room. */
    public static final int WAITING_OF_ORIGIN_MAX = 1_000;

    /** Connections of all origins that may wait for room. */
    static final int WAITING_MAX = 4_000;

    /** The time that a peer without login may be silent while others wait for its place. */
    static final long SILENT_NANOS = 3_000_000_000L;

    /** The time that a connection may wait for room. */
    static final long WAITED_NANOS_MAX = 30_000_000_000L;

    /** The result of entering a new connection. */
    public enum Entry {
        ADMITTED,
        WAITING,
        REFUSED
    }

    private final TransportLimits limits;
    private final long filesMax;
    private final RefusedConnections refused = new RefusedConnections();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final Set<ChannelConnection> members = new HashSet<>();
    private final Map<ConnectionOrigin.Key, ConnectionOrigin> origins = new HashMap<>();
    /** The origins of connections that wait. */
    private final Set<ConnectionOrigin> crowded = new LinkedHashSet<>();

    private int waiting;
    private boolean closed;

    /** @param filesMax the number of files that all connections together may use */
    ConnectionRegistry(TransportLimits limits, long filesMax) {
        this.limits = limits;
        this.filesMax = filesMax;
    }

    /** Admits a new connection, lets it wait (then {@link ChannelConnection#admit} is called later), or refuses it. */
    public Entry enter(ChannelConnection connection) {
        lock.lock();
        try {
            if (closed) {
                return Entry.REFUSED;
            }
            if (members.size() + waiting >= filesMax) {
                count(ConnectionBound.FILES, connection);
                return Entry.REFUSED;
            }
            ConnectionOrigin origin = origins.computeIfAbsent(
                    ConnectionOrigin.Key.of(connection), key -> new ConnectionOrigin(key, strangersMax(connection)));
            if (origin.waiting().isEmpty() && hasRoom(origin)) {
                add(connection, origin);
                return Entry.ADMITTED;
            }
            if (waiting >= WAITING_MAX || origin.waiting().size() >= WAITING_OF_ORIGIN_MAX) {
                count(ConnectionBound.WAITING, connection);
                forgetIfEmpty(origin);
                return Entry.REFUSED;
            }
            origin.waiting().add(connection);
            crowded.add(origin);
            waiting++;
            return Entry.WAITING;
        } finally {
            lock.unlock();
        }
    }

    /** Stops counting this connection against its origin. */
    void loggedIn(ChannelConnection connection) {
        change(() -> {
            ConnectionOrigin origin = origins.get(ConnectionOrigin.Key.of(connection));
            if (origin != null && origin.strangers().remove(connection)) {
                forgetIfEmpty(origin);
            }
        });
    }

    void leave(ChannelConnection connection) {
        change(() -> {
            ConnectionOrigin origin = origins.get(ConnectionOrigin.Key.of(connection));
            if (origin != null) {
                origin.strangers().remove(connection);
                stopWaiting(connection, origin);
                forgetIfEmpty(origin);
            }
            if (members.remove(connection) && members.isEmpty()) {
                emptied.signalAll();
            }
        });
    }

    /** Makes room for waiting connections, refuses those that have waited too long, and logs the refusals. */
    public void check(long tick) {
        List<ChannelConnection> overdue = new ArrayList<>();
        List<ChannelConnection> silent = new ArrayList<>();
        lock.lock();
        try {
            for (ConnectionOrigin origin : List.copyOf(crowded)) {
                ChannelConnection first = origin.firstWaiting();
                while (first != null && tick - first.heardAt() > WAITED_NANOS_MAX) {
                    count(origin.isFull() ? ConnectionBound.ADDRESS : ConnectionBound.CONNECTIONS, first);
                    overdue.add(first);
                    stopWaiting(first, origin);
                    first = origin.firstWaiting();
                }
                silent.addAll(longestSilent(origin, tick));
                forgetIfEmpty(origin);
            }
        } finally {
            lock.unlock();
        }
        overdue.forEach(ChannelConnection::closeNow);
        silent.forEach(connection -> connection.closeIfSilent(SILENT_NANOS));
        refused.log(tick);
    }

    /** Counts a peer that was closed because another waited for its place. */
    void countSilent(ChannelConnection connection) {
        count(ConnectionBound.SILENT, connection);
    }

    /** Admits no more connections, and closes those that wait. */
    public void close() {
        List<ChannelConnection> unserved = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            crowded.forEach(origin -> unserved.addAll(origin.waiting()));
        } finally {
            lock.unlock();
        }
        unserved.forEach(ChannelConnection::closeNow);
    }

    public void awaitEmpty() throws InterruptedException {
        lock.lock();
        try {
            while (!members.isEmpty()) {
                emptied.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public List<ChannelConnection> members() {
        lock.lock();
        try {
            return List.copyOf(members);
        } finally {
            lock.unlock();
        }
    }

    public int size() {
        lock.lock();
        try {
            return members.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of connections that wait for room. */
    public int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** Counts a connection that the system could not hand over. */
    public void countUnaccepted(String face) {
        refused.add(ConnectionBound.FILES, face, "an address that is not known");
    }

    public RefusedConnections refused() {
        return refused;
    }

    /** Makes a change that may leave room, and admits waiting connections. */
    private void change(Runnable change) {
        List<ChannelConnection> admitted = new ArrayList<>(0);
        lock.lock();
        try {
            change.run();
            if (waiting > 0 && !closed) {
                admitWaiting(admitted);
            }
        } finally {
            lock.unlock();
        }
        admitted.forEach(ChannelConnection::admit);
    }

    private void admitWaiting(List<ChannelConnection> admitted) {
        for (ConnectionOrigin origin : List.copyOf(crowded)) {
            ChannelConnection first = origin.firstWaiting();
            while (first != null && hasRoom(origin)) {
                stopWaiting(first, origin);
                add(first, origin);
                admitted.add(first);
                first = origin.firstWaiting();
            }
        }
    }

    private List<ChannelConnection> longestSilent(ConnectionOrigin origin, long tick) {
        List<ChannelConnection> strangers = new ArrayList<>();
        if (origin.isFull()) {
            strangers.addAll(origin.strangers());
        } else {
            origins.values().forEach(any -> strangers.addAll(any.strangers()));
        }
        return strangers.stream()
                .filter(stranger -> tick - stranger.heardAt() >= SILENT_NANOS)
                .sorted(Comparator.comparingLong(stranger -> stranger.heardAt() - tick))
                .limit(origin.waiting().size())
                .toList();
    }

    private boolean hasRoom(ConnectionOrigin origin) {
        return members.size() < limits.connections().max() && !origin.isFull();
    }

    private void add(ChannelConnection connection, ConnectionOrigin origin) {
        members.add(connection);
        origin.strangers().add(connection);
    }

    private void stopWaiting(ChannelConnection connection, ConnectionOrigin origin) {
        if (origin.waiting().remove(connection)) {
            waiting--;
            if (origin.waiting().isEmpty()) {
                crowded.remove(origin);
            }
        }
    }

    private void forgetIfEmpty(ConnectionOrigin origin) {
        if (origin.isEmpty()) {
            origins.remove(origin.key());
        }
    }

    private int strangersMax(ChannelConnection connection) {
        boolean isCounted = limits.connections().limitLoopback()
                || !connection.peer().getAddress().isLoopbackAddress();
        return isCounted ? limits.connections().maxPerAddress() : Integer.MAX_VALUE;
    }

    private void count(ConnectionBound bound, ChannelConnection connection) {
        refused.add(bound, connection.face(), connection.peer().getAddress().getHostAddress());
    }
}
