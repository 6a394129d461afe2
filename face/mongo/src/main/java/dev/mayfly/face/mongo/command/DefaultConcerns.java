package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * The read and the write concern of requests that name none, as {@code setDefaultRWConcern} has set them. They are kept
 * beyond a restart. Safe for concurrent use.
 */
public final class DefaultConcerns {
    public static final String READ = "defaultReadConcern";
    public static final String WRITE = "defaultWriteConcern";

    private static final String RECORD = "defaultConcerns";
    private static final Set<String> LEVELS = Set.of("local", "available", "majority");
    private static final BsonDocument IMPLICIT_READ = new BsonDocument("level", new BsonString("local"));
    private static final BsonDocument IMPLICIT_WRITE =
            new BsonDocument("w", new BsonInt32(1)).append("wtimeout", new BsonInt32(0));

    private final FaceRecords records;
    private volatile BsonDocument kept;
    private volatile boolean isSynced;

    DefaultConcerns(FaceRecords records) {
        this.records = records;
        byte[] record = records.get(RECORD);
        this.kept = record == null ? new BsonDocument() : BsonEncoding.decode(record);
        this.isSynced = isSynced(kept);
    }

    private static boolean isSynced(BsonDocument concerns) {
        BsonDocument write = concerns.getDocument(WRITE, new BsonDocument());
        return WriteConcern.isSynced(write);
    }

    /** Returns whether a write that names no concern waits for the disk. */
    public boolean isSynced() {
        return isSynced;
    }

    /**
     * Sets what the client names and leaves the rest as it is.
     *
     * @param time of the cluster
     * @param nowMillis of the wall clock
     * @throws CommandError if one of the concerns can be no default
     */
    public synchronized void set(CommandRequest request, long time, long nowMillis) {
        if (!request.has(READ) && !request.has(WRITE)) {
            throw invalid("At least one of the \"" + READ + "\" or \"" + WRITE + "\" fields must be present");
        }
        BsonDocument next = kept.clone();
        request.tree(READ).ifPresent(read -> setRead(next, read));
        request.tree(WRITE).ifPresent(write -> setWrite(next, write));
        next.append("updateOpTime", new BsonTimestamp(time)).append("updateWallClockTime", new BsonDateTime(nowMillis));
        records.put(RECORD, BsonEncoding.encode(next));
        kept = next;
        isSynced = isSynced(next);
    }

    private static void setRead(BsonDocument next, BsonDocument read) {
        if (read.isEmpty()) {
            next.remove(READ);
            return;
        }
        BsonValue level = read.get("level");
        if (read.size() != 1
                || level == null
                || !level.isString()
                || !LEVELS.contains(level.asString().getValue())) {
            throw invalid("level: '"
                    + (level != null && level.isString() ? level.asString().getValue() : "")
                    + "' is not suitable for the default read concern");
        }
        next.put(READ, read);
    }

    private static void setWrite(BsonDocument next, BsonDocument write) {
        if (write.isEmpty()) {
            if (next.containsKey(WRITE)) {
                throw new CommandError(
                        MongoCode.ILLEGAL_OPERATION,
                        "The global default write concern cannot be unset once it is set.");
            }
            return;
        }
        for (String field : write.keySet()) {
            if (!List.of("w", "j", "wtimeout").contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '" + WRITE + "." + field + "' is an unknown field.");
            }
        }
        BsonValue w = write.get("w");
        if (w == null || (w.isNumber() && w.asNumber().longValue() < 1)) {
            throw invalid("\"w\" must be present and above 0 in the default write concern");
        }
        CommandError unmet = WriteConcern.unmet(w);
        if (unmet != null) {
            throw unmet;
        }
        BsonDocument whole = write.clone();
        whole.putIfAbsent("wtimeout", new BsonInt32(0));
        next.put(WRITE, whole);
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.BAD_VALUE, text);
    }

    /** Returns the defaults in the form of the commands' answers. */
    public BsonDocument report() {
        BsonDocument set = kept;
        BsonDocument report = new BsonDocument(READ, set.getOrDefault(READ, IMPLICIT_READ))
                .append(WRITE, set.getOrDefault(WRITE, IMPLICIT_WRITE));
        for (String stamp : List.of("updateOpTime", "updateWallClockTime")) {
            if (set.containsKey(stamp)) {
                report.append(stamp, set.get(stamp));
            }
        }
        return report.append(WRITE + "Source", source(set, WRITE)).append(READ + "Source", source(set, READ));
    }

    private static BsonString source(BsonDocument set, String concern) {
        return new BsonString(set.containsKey(concern) ? "global" : "implicit");
    }
}
