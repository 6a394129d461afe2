package dev.mayfly.test.harness;

import dev.mayfly.base.clock.SystemClock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One writer's documents: what was acknowledged of each, and what was asked for and not answered. One thread only. */
public final class Ledger {
    /*
     * Each writer owns its keys, so that the last acknowledged write of a key is what a reader must find. The write that was
     * under way when the server died may have happened or not; until it is known, both are right. A document that has
     * expired must never be found again, unless it was written anew.
     */
    private static final int KEYS = 200;

    private final int writer;
    private final RandomGenerator random;
    private final Map<String, State> acknowledged = new HashMap<>();
    private final CrashFindings whileWriting = new CrashFindings();
    private @Nullable Pending pending;
    private int logged;
    private int synced;
    private int unanswered;
    private int carriedOut;

    /**
     * A document as a reader sees it.
     *
     * @param deadline the instant from which it is gone
     */
    public record State(String content, long deadline) {
        public static final long FOREVER = Long.MAX_VALUE;
    }

    /** One write to one key, in a protocol's own terms. */
    public interface Write {
        /** Returns true if a reader that finds this, or nothing, finds what the write left. */
        boolean explains(@Nullable State seen);

        /** Returns true if it asks to survive a loss of power. */
        boolean isSynced();

        /** Sends it once, and returns what the server acknowledged. */
        Answer send() throws NoAnswerException;
    }

    /**
     * The answer of the server to a write.
     *
     * @param after null when there is no document any more
     */
    public record Answer(@Nullable State after, Found found) {}

    /** Returns true if a write met a document, as its answer tells. */
    public enum Found {
        YES,
        NO,
        UNTOLD;

        public static Found when(boolean found) {
            return found ? YES : NO;
        }
    }

    /** A client of a face, which belongs to one writer. */
    public interface Client {
        /**
         * Makes up a write.
         *
         * @param before what was acknowledged of the key, null for nothing
         */
        Write draft(String key, @Nullable State before, RandomGenerator random);
    }

    private record Pending(String key, Write write) {}

    public Ledger(int writer, RandomGenerator random) {
        this.writer = writer;
        this.random = random;
    }

    int logged() {
        return logged;
    }

    int synced() {
        return synced;
    }

    /** The number of writes that were not answered and of which it was found out what became. */
    int unanswered() {
        return unanswered;
    }

    /** The number of those that were carried out all the same. */
    int carriedOut() {
        return carriedOut;
    }

    /** Every key that this writer may write. */
    List<String> keys() {
        return IntStream.range(0, KEYS).mapToObj(this::key).toList();
    }

    private String key(int number) {
        return "w" + writer + "-" + number;
    }

    private boolean owns(String key) {
        return key.startsWith("w" + writer + "-");
    }

    /** Writes once; answers whether the server acknowledged it. */
    boolean write(Client client) {
        String key = key(random.nextInt(KEYS));
        State before = acknowledged.get(key);
        Write write = client.draft(key, before, random);
        pending = new Pending(key, write);
        long from = SystemClock.INSTANCE.wallMillis();
        try {
            Answer answer = write.send();
            check(key, before, answer.found(), from, SystemClock.INSTANCE.wallMillis());
            settle(key, answer.after());
        } catch (NoAnswerException _) {
            return false;
        }
        if (write.isSynced()) {
            synced++;
        } else {
            logged++;
        }
        return true;
    }

    private void check(String key, @Nullable State before, Found found, long from, long until) {
        State seen = switch (found) {
            case YES -> before == null ? new State("a document", State.FOREVER) : before;
            case NO -> null;
            case UNTOLD -> before;
        };
        if (found != Found.UNTOLD && !isRight(before, seen, from, until)) {
            report(key, before, seen, from, whileWriting);
        }
    }

    /** Takes down what is known to have happened. */
    void settle(String key, @Nullable State after) {
        pending = null;
        if (after == null) {
            acknowledged.remove(key);
        } else {
            acknowledged.put(key, after);
        }
    }

    /** Compares with all documents, which were read between two instants; learns what became of the last write. */
    void compare(Map<String, State> found, long from, long until, CrashFindings findings) {
        findings.addAll(whileWriting);
        Set<String> keys = new HashSet<>(acknowledged.keySet());
        found.keySet().stream().filter(this::owns).forEach(keys::add);
        Pending last = pending;
        unanswered += last == null ? 0 : 1;
        for (String key : keys) {
            State seen = found.get(key);
            if (last != null && last.key().equals(key) && last.write().explains(seen)) {
                carriedOut += isRight(acknowledged.get(key), seen, from, until) ? 0 : 1;
                settle(key, seen);
            } else if (!isRight(acknowledged.get(key), seen, from, until)) {
                report(key, acknowledged.get(key), seen, from, findings);
            }
        }
        pending = null;
    }

    private static boolean isRight(@Nullable State expected, @Nullable State seen, long from, long until) {
        if (expected == null || expected.deadline() <= from) {
            return seen == null;
        }
        return expected.equals(seen) || (seen == null && expected.deadline() <= until);
    }

    private static void report(
            String key, @Nullable State expected, @Nullable State seen, long from, CrashFindings findings) {
        String words = key + ": expected " + expected + ", found " + seen + " at " + from;
        if (expected == null || expected.deadline() <= from) {
            findings.zombies().add(words);
        } else if (seen == null && expected.deadline() != State.FOREVER) {
            findings.early().add(words);
        } else {
            findings.lost().add(words);
        }
    }
}
