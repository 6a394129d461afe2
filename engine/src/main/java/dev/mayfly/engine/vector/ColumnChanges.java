package dev.mayfly.engine.vector;

import dev.mayfly.base.document.DocumentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys that were written since a column was brought up to date. Safe for concurrent use. */
final class ColumnChanges {
    /*
     * A key is noted before its batch is written, so a reader that looks here after a client was answered finds it, and one that
     * looks while the batch is written finds it too. It may be forgotten once the column has read the key behind the end of the
     * commit: until then the store may still have what was there before.
     */
    private final int most;
    private final Map<DocumentKey, Long> noted = new HashMap<>();
    private long sequence;
    private long settled;
    private boolean isOverrun;

    /** @param most the number of keys beyond which it gives up */
    ColumnChanges(int most) {
        this.most = most;
    }

    /** Notes a key that is about to be written. */
    synchronized void note(byte[] key) {
        if (isOverrun) {
            return;
        }
        noted.put(new DocumentKey(key), ++sequence);
        if (noted.size() > most) {
            overrun();
        }
    }

    /** Says that more is written than is noted. */
    synchronized void overrun() {
        isOverrun = true;
        noted.clear();
    }

    /** Says that no batch is being written. */
    synchronized void settle() {
        settled = sequence;
    }

    /** Returns true if the column is of no use any more. */
    synchronized boolean isOverrun() {
        return isOverrun;
    }

    synchronized int size() {
        return noted.size();
    }

    synchronized List<DocumentKey> keys() {
        return new ArrayList<>(noted.keySet());
    }

    /** The number up to which all that is noted is in the store, or never will be. */
    synchronized long settled() {
        return settled;
    }

    /** Forgets the keys that were last noted no later than this number, by {@link #settled}. */
    synchronized void forget(long until) {
        noted.values().removeIf(number -> number <= until);
    }
}
