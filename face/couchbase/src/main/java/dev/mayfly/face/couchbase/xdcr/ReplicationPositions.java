package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.FailoverLog;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLongArray;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a replication has come to in each vBucket, and in which history of the bucket; and the collections of which documents
 * were left out, since the target has no place for them. Moved by one thread.
 */
final class ReplicationPositions {
    private final FaceRecords records;
    private final String name;
    private final Bucket bucket;
    private final AtomicLongArray positions;
    private final Set<Integer> incomplete = new TreeSet<>();
    private String target = "";
    private long salt;
    private boolean isDirty;

    ReplicationPositions(FaceRecords records, String name, Bucket bucket) {
        this.records = records;
        this.name = name;
        this.bucket = bucket;
        this.positions = new AtomicLongArray(bucket.vBuckets());
        byte[] kept = records.get(name);
        JsonNode json = kept == null ? CouchbaseJson.object() : CouchbaseJson.kept(kept);
        if (json.path("bucket").asString("").equals(bucket.uuid())) {
            salt = json.path("salt").asLong(0);
            int vBucket = 0;
            for (JsonNode each : json.path("positions")) {
                positions.set(vBucket++, each.asLong());
            }
            target = json.path("target").asString("");
            json.path("incomplete").forEach(each -> incomplete.add(each.asInt()));
        } else {
            salt = bucket.changes().failovers().newest().salt();
        }
    }

    long of(int vBucket) {
        return positions.get(vBucket);
    }

    void move(int vBucket, long until) {
        positions.set(vBucket, until);
        isDirty = true;
    }

    /** Goes back to the beginning. */
    void restart() {
        for (int vBucket = 0; vBucket < positions.length(); vBucket++) {
            positions.set(vBucket, 0);
        }
        incomplete.clear();
        isDirty = true;
    }

    /** Goes back to the beginning if the target is another bucket than before, of the same name. */
    void aim(String targetUuid) {
        if (!target.equals(targetUuid)) {
            if (!target.isEmpty()) {
                restart();
            }
            target = targetUuid;
            isDirty = true;
        }
    }

    /** Returns the collections of which documents were left out. */
    List<Integer> incomplete() {
        return List.copyOf(incomplete);
    }

    void addIncomplete(Set<Integer> collections) {
        isDirty |= incomplete.addAll(collections);
    }

    void removeIncomplete(int collection) {
        isDirty |= incomplete.remove(collection);
    }

    /** Returns the number of changes behind the positions, which is counted up to a bound. */
    long changesLeft(int max) {
        long left = 0;
        for (int vBucket = 0; vBucket < positions.length() && left < max; vBucket++) {
            left += bucket.changes().count(vBucket, positions.get(vBucket), (int) (max - left));
        }
        return left;
    }

    /** Goes back to where the history of now has what the one before had, if it is another. */
    void branch() {
        FailoverLog log = bucket.changes().failovers();
        if (log.newest().salt() == salt) {
            return;
        }
        long shared = 0;
        for (int index = 1; index < log.branches().size(); index++) {
            if (log.branches().get(index).salt() == salt) {
                shared = log.branches().get(index - 1).from();
            }
        }
        for (int vBucket = 0; vBucket < positions.length(); vBucket++) {
            positions.set(vBucket, Math.min(positions.get(vBucket), shared));
        }
        salt = log.newest().salt();
        isDirty = true;
    }

    /** Notes where it is; returns false if that is noted already. */
    boolean keep() {
        if (!isDirty) {
            return false;
        }
        isDirty = false;
        ObjectNode json = CouchbaseJson.object()
                .put("bucket", bucket.uuid())
                .put("target", target)
                .put("salt", salt);
        ArrayNode list = json.putArray("positions");
        for (int vBucket = 0; vBucket < positions.length(); vBucket++) {
            list.add(positions.get(vBucket));
        }
        ArrayNode left = json.putArray("incomplete");
        incomplete.forEach(left::add);
        records.put(name, CouchbaseJson.bytes(json));
        return true;
    }
}
