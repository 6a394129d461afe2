package dev.mayfly.face.couchbase.bucket;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The histories that the vBuckets of a bucket have had, the newest first. Immutable.
 *
 * @param branches at least one
 */
public record FailoverLog(List<Branch> branches) {
    /** What a bucket has before anything can have been lost. */
    static final FailoverLog FIRST = new FailoverLog(List.of(new Branch(0, 0)));

    /** The number of histories that are remembered; a client of an older one begins anew. */
    private static final int BRANCHES_MAX = 25;

    public FailoverLog {
        branches = List.copyOf(branches);
    }

    /**
     * One history.
     *
     * @param salt makes the names of the vBuckets' histories, together with the bucket's own
     * @param from the number up to which it has what the one before had
     */
    public record Branch(long salt, long from) {}

    /** A history of a vBucket by its name on the wire. */
    public record Entry(long uuid, long seqno) {}

    public Branch newest() {
        return branches.getFirst();
    }

    FailoverLog branching(long salt, long from) {
        List<Branch> more = new ArrayList<>();
        more.add(new Branch(salt, from));
        // What goes beyond is no part of any history any more.
        branches.forEach(each -> more.add(new Branch(each.salt, Math.min(each.from, from))));
        return new FailoverLog(more.subList(0, Math.min(more.size(), BRANCHES_MAX)));
    }

    void addTo(ObjectNode json) {
        ArrayNode list = json.putArray("branches");
        branches.forEach(each -> list.addObject().put("salt", each.salt).put("from", each.from));
    }

    static FailoverLog fromJson(JsonNode json) {
        List<Branch> branches = new ArrayList<>();
        for (JsonNode each : json.path("branches")) {
            branches.add(
                    new Branch(each.path("salt").asLong(), each.path("from").asLong()));
        }
        return branches.isEmpty() ? FIRST : new FailoverLog(branches);
    }
}
