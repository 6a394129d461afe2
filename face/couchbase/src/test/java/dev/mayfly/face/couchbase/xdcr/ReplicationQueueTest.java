package dev.mayfly.face.couchbase.xdcr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** For how long a replication waits for others. */
final class ReplicationQueueTest {
    @Test
    void lowerPrioritiesGiveWayWhileHigherOnesHaveSomethingToSend() {
        ReplicationQueue queue = new ReplicationQueue();
        assertEquals(0, queue.pauseNanos(ReplicationPriority.LOW));
        queue.begin(ReplicationPriority.MEDIUM);
        assertEquals(0, queue.pauseNanos(ReplicationPriority.HIGH));
        assertEquals(0, queue.pauseNanos(ReplicationPriority.MEDIUM));
        long one = queue.pauseNanos(ReplicationPriority.LOW);
        queue.begin(ReplicationPriority.HIGH);
        queue.begin(ReplicationPriority.HIGH);
        assertEquals(one, queue.pauseNanos(ReplicationPriority.MEDIUM));
        assertEquals(2 * one, queue.pauseNanos(ReplicationPriority.LOW));
        queue.end(ReplicationPriority.HIGH);
        assertEquals(one, queue.pauseNanos(ReplicationPriority.MEDIUM));
        queue.end(ReplicationPriority.HIGH);
        queue.end(ReplicationPriority.MEDIUM);
        assertEquals(0, queue.pauseNanos(ReplicationPriority.LOW));
    }
}
