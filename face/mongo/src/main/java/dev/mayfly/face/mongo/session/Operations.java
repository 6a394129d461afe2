package dev.mayfly.face.mongo.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connections and the current operation of each. Safe for concurrent use. */
public final class Operations {
    /*
     * A request writes one field of its connection and takes no number: numbers are assigned when operations are shown,
     * since a client cannot name one it has not seen.
     */
    private final Set<ConnectionState> connections = ConcurrentHashMap.newKeySet();
    private int numbered;
    private long opened;
    private Traffic closed = new Traffic(0, 0, 0);

    /**
     * A connection's current activity.
     *
     * @param operation null while it waits for its client
     */
    public record Activity(
            ConnectionState connection, @Nullable Operation operation) {}

    /** The number of connections, and of those that wait for an answer. */
    public record ClientCount(int connections, int readers, int writers) {}

    /** The traffic of all connections. */
    public record Traffic(long requests, long bytesIn, long bytesOut) {
        Traffic plus(Traffic more) {
            return new Traffic(requests + more.requests, bytesIn + more.bytesIn, bytesOut + more.bytesOut);
        }
    }

    public synchronized void opened(ConnectionState connection) {
        opened++;
        connections.add(connection);
    }

    public synchronized void closed(ConnectionState connection) {
        if (connections.remove(connection)) {
            closed = closed.plus(connection.traffic());
        }
    }

    /** Returns the number of connections opened since the start. */
    public synchronized long opened() {
        return opened;
    }

    /** Since the start. */
    public synchronized Traffic traffic() {
        Traffic sum = closed;
        for (ConnectionState connection : connections) {
            sum = sum.plus(connection.traffic());
        }
        return sum;
    }

    public ClientCount clients() {
        int all = 0;
        int readers = 0;
        int writers = 0;
        for (ConnectionState connection : connections) {
            Operation operation = connection.operation();
            all++;
            readers += operation != null && !operation.isWrite() ? 1 : 0;
            writers += operation != null && operation.isWrite() ? 1 : 0;
        }
        return new ClientCount(all, readers, writers);
    }

    /** Returns all connections with their current operations, in the order they were opened. */
    public List<Activity> look() {
        List<Activity> activities = new ArrayList<>();
        for (ConnectionState connection : connections) {
            Operation operation = connection.operation();
            if (operation != null) {
                number(operation);
            }
            activities.add(new Activity(connection, operation));
        }
        activities.sort(Comparator.comparingLong(
                activity -> activity.connection().connection().id()));
        return activities;
    }

    /** The number of an operation that has no connection. */
    public synchronized int nextNumber() {
        numbered = numbered == Integer.MAX_VALUE ? 1 : numbered + 1;
        return numbered;
    }

    private synchronized void number(Operation operation) {
        if (operation.id() == 0) {
            operation.number(nextNumber());
        }
    }

    /** Returns the activity under a number that was shown. */
    public Optional<Activity> find(long number) {
        return look().stream()
                .filter(activity -> activity.operation != null && activity.operation.id() == number)
                .findFirst();
    }
}
