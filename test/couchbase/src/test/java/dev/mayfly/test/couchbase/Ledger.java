package dev.mayfly.test.couchbase;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.couchbase.Wire.Answer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One writer's documents: what was acknowledged of each, and what was asked for and not answered. One thread only. */
final class Ledger {
    /*
     * Each writer owns its keys, so that the last acknowledged write of a key is what a reader must find. The write that was
     * under way when the server died may have happened or not; until it is known, both are right. A document that somebody
     * has found expired must never be found again, unless it was written anew.
     */
    private static final int KEYS = 200;
    private static final int COLLECTION = 0;

    private final int writer;
    private final RandomGenerator random;
    private final Map<String, State> acknowledged = new HashMap<>();
    private @Nullable String pending;
    private int writes;

    Ledger(int writer, RandomGenerator random) {
        this.writer = writer;
        this.random = random;
    }

    /**
     * A document as a reader sees it.
     *
     * @param expiry the last second of its life, 0 for none
     */
    record State(String value, long expiry) {
        boolean isOver(long millis) {
            return expiry != 0 && (expiry + 1) * 1_000 <= millis;
        }
    }

    int writes() {
        return writes;
    }

    private String key(int number) {
        return "w" + writer + "-" + number;
    }

    /** Writes, touches or deletes one document; false when the server does not answer any more. */
    boolean write(Wire wire) {
        String key = key(random.nextInt(KEYS));
        pending = key;
        long expiry = random.nextBoolean() ? 0 : SystemClock.INSTANCE.wallMillis() / 1_000 + random.nextInt(1, 4);
        String value = "{\"n\":" + random.nextInt(1_000_000) + "}";
        State before = acknowledged.get(key);
        try {
            switch (random.nextInt(6)) {
                case 0 -> {
                    settle(wire.send(Frame.of(Frame.DELETE, key).collection(COLLECTION)));
                    acknowledged.remove(key);
                }
                case 1 -> {
                    Answer answer = settle(
                            wire.send(Frame.touch(Frame.TOUCH, key, expiry).collection(COLLECTION)));
                    if (answer.status() == Wire.OK && before != null) {
                        acknowledged.put(key, new State(before.value(), expiry));
                    } else {
                        acknowledged.remove(key);
                    }
                }
                default -> {
                    settle(wire.send(Frame.set(key, expiry, value).collection(COLLECTION)))
                            .require(Wire.OK);
                    acknowledged.put(key, new State(value, expiry));
                }
            }
            return true;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    private Answer settle(Answer answer) {
        if (answer.status() != Wire.OK && answer.status() != Wire.KEY_ENOENT) {
            throw new AssertionError(answer.toString());
        }
        pending = null;
        writes++;
        return answer;
    }

    /** What is wrong with what is there; learns what became of the last write. */
    List<String> compare(Wire wire) {
        List<String> wrong = new ArrayList<>();
        for (int number = 0; number < KEYS; number++) {
            String key = key(number);
            State expected = acknowledged.get(key);
            long before = SystemClock.INSTANCE.wallMillis();
            State seen = read(wire, key);
            long after = SystemClock.INSTANCE.wallMillis();
            if (key.equals(pending)) {
                acknowledged.remove(key);
                if (seen != null) {
                    acknowledged.put(key, seen);
                }
            } else if (!isRight(expected, seen, before, after)) {
                wrong.add(key + ": expected " + expected + ", found " + seen + " at " + before);
            }
        }
        pending = null;
        return wrong;
    }

    private static @Nullable State read(Wire wire, String key) {
        Answer found = wire.send(Frame.of(Frame.GET, key).collection(COLLECTION));
        if (found.status() != Wire.OK) {
            return null;
        }
        Answer meta =
                wire.send(Frame.of(Frame.GET_META, key).extras(new byte[] {2}).collection(COLLECTION));
        return meta.status() != Wire.OK || meta.isDeleted() ? null : new State(found.text(), meta.expiry());
    }

    private static boolean isRight(@Nullable State expected, @Nullable State seen, long before, long after) {
        if (expected == null || expected.isOver(before)) {
            return seen == null;
        }
        return expected.equals(seen) || (seen == null && expected.isOver(after));
    }
}
