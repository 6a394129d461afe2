package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.write.Updates;
import dev.mayfly.face.mongo.write.WriteFailure;
import dev.mayfly.face.mongo.write.WriteReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The outcomes of the operations of a {@code bulkWrite} so far. Used by one thread. */
final class BulkWriteReport {
    private static final String MODIFIED = "nModified";

    private final boolean ordered;
    private final boolean errorsOnly;
    private final List<BsonDocument> results = new ArrayList<>();
    private long errors;
    private long inserted;
    private long matched;
    private long modified;
    private long upserted;
    private long deleted;
    private boolean stopped;

    /**
     * @param ordered whether the first failure stops the rest
     * @param errorsOnly whether successful operations are left out of the results
     */
    BulkWriteReport(boolean ordered, boolean errorsOnly) {
        this.ordered = ordered;
        this.errorsOnly = errorsOnly;
    }

    /** Returns whether the remaining operations must be skipped. */
    boolean isStopped() {
        return stopped;
    }

    /** One for each operation that was carried out, or failed. */
    List<BsonDocument> results() {
        return results;
    }

    /** @param documents how many are stored together, from this place on */
    void insert(int place, int documents, Consumer<WriteReport> insertion) {
        WriteReport report = new WriteReport(ordered);
        report.attempt(place, () -> insertion.accept(report));
        Map<Integer, WriteFailure> failures = new TreeMap<>();
        report.failures().forEach(failed -> failures.put(failed.index(), failed.failure()));
        for (int at = place; at < place + documents && !stopped; at++) {
            WriteFailure failure = failures.remove(at);
            if (failure == null) {
                inserted++;
                succeed(at, 1, new BsonDocument());
            } else {
                fail(at, failure, new BsonDocument());
                stopped = report.isStopped() && failures.isEmpty();
            }
        }
    }

    void update(int place, Supplier<Updates.Counts> update) {
        WriteReport report = new WriteReport(ordered);
        report.attempt(place, () -> {
            Updates.Counts counts = update.get();
            matched += counts.matched();
            modified += counts.modified();
            BsonValue id = counts.insertedId();
            BsonDocument details = new BsonDocument(MODIFIED, Trees.whole(counts.modified()));
            if (id != null) {
                upserted++;
                details.append("upserted", new BsonDocument("_id", id));
            }
            succeed(place, counts.matched() + (id == null ? 0 : 1), details);
        });
        take(report, new BsonDocument(MODIFIED, new BsonInt32(0)));
    }

    void delete(int place, LongSupplier deletion) {
        WriteReport report = new WriteReport(ordered);
        report.attempt(place, () -> {
            long count = deletion.getAsLong();
            deleted += count;
            succeed(place, count, new BsonDocument());
        });
        take(report, new BsonDocument());
    }

    private void take(WriteReport report, BsonDocument details) {
        report.failures().forEach(failed -> fail(failed.index(), failed.failure(), details));
        stopped = report.isStopped();
    }

    private void succeed(int place, long documents, BsonDocument details) {
        if (!errorsOnly) {
            BsonDocument result = result(1, place).append("n", Trees.whole(documents));
            result.putAll(details);
            results.add(result);
        }
    }

    private void fail(int place, WriteFailure failure, BsonDocument details) {
        errors++;
        BsonDocument result = result(0, place)
                .append("code", new BsonInt32(failure.code()))
                .append("errmsg", new BsonString(failure.text()));
        result.putAll(failure.details());
        result.append("n", new BsonInt32(0)).putAll(details);
        results.add(result);
    }

    private static BsonDocument result(int ok, int place) {
        return new BsonDocument("ok", new BsonDouble(ok)).append("idx", new BsonInt32(place));
    }

    void appendCounts(BsonBuilder reply) {
        WriteReport.appendNumber(reply, "nErrors", errors);
        WriteReport.appendNumber(reply, "nInserted", inserted);
        WriteReport.appendNumber(reply, "nMatched", matched);
        WriteReport.appendNumber(reply, MODIFIED, modified);
        WriteReport.appendNumber(reply, "nUpserted", upserted);
        WriteReport.appendNumber(reply, "nDeleted", deleted);
    }
}
