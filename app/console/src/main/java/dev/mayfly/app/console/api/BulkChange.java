package dev.mayfly.app.console.api;

import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.operation.OperationProgress;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of every live document of which a condition holds, in the order of their keys. Walks in short reads, each behind
 * the last, so that it holds no view of the store for long.
 */
final class BulkChange {
    /** The documents that one read looks at. */
    private static final int READ_MAX = 1_000;

    private static final int SAMPLES_MAX = 10;
    private static final int FAILURES_MAX = 20;

    /** The time after which a dry run tells what it has found so far. */
    private static final long PLAN_NANOS_MAX = 5_000_000_000L;

    private final Collection collection;
    private final KeyReader keys;
    private final FaceDocuments face;
    private final String where;

    BulkChange(Collection collection, KeyReader keys, FaceDocuments face, String where) {
        this.collection = collection;
        this.keys = keys;
        this.face = face;
        this.where = where;
    }

    /** Changes one document. */
    @FunctionalInterface
    interface Step {
        void take(FaceDocuments.Address address, Document document);
    }

    /**
     * What a change would meet.
     *
     * @param whole whether every document was looked at; if not, there may be more
     * @param samples the ids of the first
     */
    record Plan(long documents, long bytes, long lookedAt, boolean whole, List<String> samples) {}

    /** A document that was not changed. */
    record Failure(String id, String reason) {}

    /**
     * The result of a change.
     *
     * @param failed documents that were not changed, for one reason or another
     * @param failures the first of them
     */
    record Outcome(long changed, long failed, long lookedAt, List<Failure> failures) {}

    Plan plan() {
        long end = SystemClock.INSTANCE.tickNanos() + PLAN_NANOS_MAX;
        Walk walk = new Walk();
        List<String> samples = new ArrayList<>();
        long documents = 0;
        long bytes = 0;
        while (!walk.isDone && SystemClock.INSTANCE.tickNanos() < end) {
            for (Document each : walk.next()) {
                documents++;
                bytes += each.storedBytes();
                if (samples.size() < SAMPLES_MAX) {
                    samples.add(keys.write(each.key()));
                }
            }
        }
        return new Plan(documents, bytes, walk.lookedAt, walk.isDone, List.copyOf(samples));
    }

    /** @param most documents that are changed; behind them it ends */
    Outcome run(Step step, long most, OperationProgress progress) {
        Walk walk = new Walk();
        List<Failure> failures = new ArrayList<>();
        long changed = 0;
        long failed = 0;
        while (!walk.isDone && changed + failed < most) {
            progress.advance(changed + failed, most);
            for (Document each : walk.next()) {
                if (changed + failed == most) {
                    break;
                }
                String reason = take(step, each);
                if (reason == null) {
                    changed++;
                } else {
                    failed++;
                    if (failures.size() < FAILURES_MAX) {
                        failures.add(new Failure(keys.write(each.key()), reason));
                    }
                }
            }
        }
        progress.advance(changed + failed, Math.max(1, changed + failed));
        return new Outcome(changed, failed, walk.lookedAt, List.copyOf(failures));
    }

    /** Returns why a document was not changed, or null. */
    private @Nullable String take(Step step, Document document) {
        try {
            step.take(new FaceDocuments.Address(collection, keys.write(document.key()), null), document);
            return null;
        } catch (FaceRefusal refused) {
            return refused.text();
        } catch (AdminException refused) {
            return refused.text();
        } catch (EngineException failure) {
            return AdminErrors.of(failure.error()).text();
        }
    }

    /** The documents of which the condition holds, read by read. */
    private final class Walk {
        private byte @Nullable [] behind;
        private long lookedAt;
        private boolean isDone;

        List<Document> next() {
            ReadView reading = collection.reading();
            DocumentFilter filter = DocumentFilter.of(face, collection, reading, where);
            byte[] last = behind;
            KeyRange rest = last == null
                    ? KeyRange.ALL
                    : new KeyRange(Arrays.copyOf(last, last.length + 1), KeyRange.ALL.until());
            List<Document> found = new ArrayList<>();
            try (DocumentCursor cursor = collection.scan(reading, List.of(rest), Direction.FORWARD)) {
                for (int looked = 0; looked < READ_MAX; looked++) {
                    Document document = cursor.next();
                    if (document == null) {
                        isDone = true;
                        return found;
                    }
                    lookedAt++;
                    behind = document.key().bytes();
                    if (filter.holds(document)) {
                        found.add(document);
                    }
                }
            }
            return found;
        }
    }
}
