package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.ByteWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The events of one draft, in the form in which they are stored. Written by one thread; on the path of every sweep, hence plain. */
public final class EventEntries {
    /*
     * event: kind 1 | queue 4 | version 8 | deadline 8 | announced 8 | key | document
     *
     * Keys and documents are preceded by their length as a varint; that of a document is one more than its bytes, and 0
     * where it is not kept.
     */
    private final ByteWriter events = new ByteWriter(256);
    private int count;
    private int[] queues = {};

    public int count() {
        return count;
    }

    /** The queues that the events name, each once; not to be changed. */
    public int[] queues() {
        return queues;
    }

    public byte[] toBytes() {
        return events.toBytes();
    }

    /**
     * @param kind the number that stands for the kind of event on disk
     * @param document its body, if the log keeps it
     */
    void add(int kind, Announcement of, byte @Nullable [] document) {
        noteQueue(of.queue());
        events.put1(kind)
                .put4(of.queue())
                .put8(of.version())
                .put8(of.deadline())
                .put8(of.at());
        byte[] key = of.key().bytes();
        events.putVarint(key.length).put(key);
        if (document == null) {
            events.putVarint(0);
        } else {
            events.putVarint(document.length + 1).put(document);
        }
        count++;
    }

    private void noteQueue(int queue) {
        for (int known : queues) {
            if (known == queue) {
                return;
            }
        }
        queues = Arrays.copyOf(queues, queues.length + 1);
        queues[queues.length - 1] = queue;
    }

    /** Adds the events of another draft. */
    void addAll(EventEntries other) {
        for (int queue : other.queues) {
            noteQueue(queue);
        }
        events.put(other.events.toBytes());
        count += other.count;
    }
}
