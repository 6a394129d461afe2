package dev.mayfly.test.cosmos;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One writer's items: what was acknowledged of each, and what was asked for and not answered. One thread only. */
final class Ledger {
    /*
     * Each writer owns its ids, so that the last acknowledged write of an id is what a reader must find. The write that was
     * under way when the server died may have happened or not; until it is known, both are right.
     */
    private static final int IDS = 200;
    private static final String PATH = CrashIT.PATH + "/docs";

    private final int writer;
    private final RandomGenerator random;
    private final Map<String, State> acknowledged = new HashMap<>();
    private @Nullable String pending;
    private int writes;

    Ledger(int writer, RandomGenerator random) {
        this.writer = writer;
        this.random = random;
    }

    /** An item as a reader sees it; it is gone from its deadline on. */
    record State(int number, long deadline) {
        static State of(JsonNode item) {
            int ttl = item.path("ttl").asInt(-1);
            long deadline = ttl < 0 ? Long.MAX_VALUE : (item.get("_ts").longValue() + ttl) * 1000;
            return new State(item.get("n").intValue(), deadline);
        }
    }

    int writes() {
        return writes;
    }

    /** Writes one item or deletes one; false when the server does not answer any more. */
    boolean write(Wire wire) {
        String id = "w" + writer + "-" + random.nextInt(IDS);
        pending = id;
        boolean isDelete = random.nextInt(5) == 0;
        try {
            Wire.Answer answer = isDelete ? delete(wire, id) : upsert(wire, id);
            if (answer.status() == 0) {
                return false;
            }
            settle(id, answer, isDelete);
            return true;
        } catch (UncheckedIOException | NumberFormatException _) {
            return false;
        }
    }

    private void settle(String id, Wire.Answer answer, boolean isDelete) {
        if (isDelete && (answer.status() == 204 || answer.status() == 404)) {
            acknowledged.remove(id);
        } else if (!isDelete && (answer.status() == 200 || answer.status() == 201)) {
            acknowledged.put(id, State.of(answer.json()));
        } else {
            throw new AssertionError(answer.toString());
        }
        pending = null;
        writes++;
    }

    private Wire.Answer delete(Wire wire, String id) {
        return wire.send("DELETE", PATH + "/" + id, partition(id), (String) null);
    }

    private Wire.Answer upsert(Wire wire, String id) {
        String ttl = random.nextBoolean() ? "" : ",\"ttl\":" + random.nextInt(1, 4);
        Map<String, String> headers = new HashMap<>(partition(id));
        headers.put("x-ms-documentdb-is-upsert", "true");
        String body = "{\"id\":\"" + id + "\",\"n\":" + random.nextInt(1_000_000) + ttl + "}";
        return wire.send("POST", PATH, headers, body);
    }

    private static Map<String, String> partition(String id) {
        return Map.of("x-ms-documentdb-partitionkey", "[\"" + id + "\"]");
    }

    /** What is wrong with items that were read between two instants; learns what became of the last write. */
    List<String> compare(Map<String, State> found, long before, long after) {
        List<String> wrong = new ArrayList<>();
        Set<String> ids = new HashSet<>(acknowledged.keySet());
        found.keySet().stream().filter(id -> id.startsWith("w" + writer + "-")).forEach(ids::add);
        for (String id : ids) {
            State seen = found.get(id);
            State expected = acknowledged.get(id);
            if (id.equals(pending)) {
                acknowledged.remove(id);
                if (seen != null) {
                    acknowledged.put(id, seen);
                }
            } else if (!isRight(expected, seen, before, after)) {
                wrong.add(id + ": expected " + expected + ", found " + seen + " at " + before);
            }
        }
        pending = null;
        return wrong;
    }

    private static boolean isRight(@Nullable State expected, @Nullable State seen, long before, long after) {
        if (expected == null || expected.deadline() <= before) {
            return seen == null;
        }
        return expected.equals(seen) || (seen == null && expected.deadline() <= after);
    }
}
