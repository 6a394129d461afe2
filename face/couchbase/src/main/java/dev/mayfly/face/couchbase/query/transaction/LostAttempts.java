package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Ends the attempts of transactions whose coordinator is gone, a client or this server: a committed one is completed,
 * any other one is undone. Safe for concurrent use, also with the clean-ups of clients.
 */
public final class LostAttempts {
    /*
     * An attempt is lost when its time is over by more than a margin. Each step can be taken twice: a document is written
     * or cleared only while it is staged by the attempt, and the attempt leaves its record last. A pass that ends in the
     * middle is therefore made good by the next one.
     */
    private static final Logger LOG = LoggerFactory.getLogger(LostAttempts.class);
    private static final Duration EVERY = Duration.ofSeconds(60);
    private static final KeyRange RECORDS = KeyRange.prefix("_txn:atr-".getBytes(UTF_8));

    /** Limit on the attempts that one pass ends; the next pass goes on. */
    private static final int ATTEMPTS_MAX = 1_000;

    private static final List<String> LISTS = List.of("ins", "rep", "rem");

    private final Documents documents;
    private final Buckets buckets;
    private final AttemptRecords records;
    private final Predicate<String> isEnding;
    private final AtomicBoolean passing = new AtomicBoolean();

    private record Lost(RecordPlace place, String attempt) {}

    /** @param isEnding whether an attempt is being ended here at the moment, however late that is */
    LostAttempts(Documents documents, Buckets buckets, AttemptRecords records, Predicate<String> isEnding) {
        this.documents = documents;
        this.buckets = buckets;
        this.records = records;
        this.isEnding = isEnding;
    }

    /** Makes a pass every minute from now on. */
    public void start(Timers timers) {
        timers.schedule(EVERY, () -> {
            start(timers);
            if (passing.compareAndSet(false, true)) {
                Thread.ofVirtual().name("lost-attempts").start(this::passInBackground);
            }
        });
    }

    private void passInBackground() {
        try {
            pass();
        } catch (EngineException failure) {
            LOG.warn("lost transactions could not be ended; the next pass tries again", failure);
        } finally {
            passing.set(false);
        }
    }

    /** Ends the attempts lost by now, and returns their number. */
    public int pass() {
        int ended = 0;
        for (Lost each : lost()) {
            if (end(each)) {
                ended++;
            }
        }
        return ended;
    }

    private List<Lost> lost() {
        List<Lost> lost = new ArrayList<>();
        for (Bucket bucket : buckets.all()) {
            for (BucketCollection in : bucket.collections()) {
                if (lost.size() < ATTEMPTS_MAX) {
                    addLost(in, lost);
                }
            }
        }
        return lost;
    }

    private void addLost(BucketCollection in, List<Lost> lost) {
        ReadView reading = in.collection().reading();
        try (DocumentCursor all = in.collection().scan(reading, List.of(RECORDS), Direction.FORWARD)) {
            for (Document record = all.next(); record != null && lost.size() < ATTEMPTS_MAX; record = all.next()) {
                for (String attempt : records.lost(record, reading.now())) {
                    if (!isEnding.test(attempt)) {
                        lost.add(new Lost(new RecordPlace(in, record.key()), attempt));
                    }
                }
            }
        }
    }

    private boolean end(Lost lost) {
        try {
            JsonNode entry = records.takeOver(lost.place, lost.attempt);
            if (entry == null) {
                return false;
            }
            boolean isCommitted = entry.path("st").asString("").equals("COMMITTED");
            boolean isDone = true;
            for (String list : LISTS) {
                for (JsonNode each : entry.path(list)) {
                    isDone &= end(each, lost.attempt, isCommitted);
                }
            }
            if (isDone) {
                records.forget(lost.place, lost.attempt);
                LOG.info(
                        "the lost transaction attempt {} was {}",
                        lost.attempt,
                        isCommitted ? "finished" : "rolled back");
            }
            return isDone;
        } catch (N1qlException refused) {
            LOG.warn("the lost transaction attempt {} could not be ended: {}", lost.attempt, refused.text());
            return false;
        }
    }

    /** Ends the change of one document. Returns whether nothing is left to do about it. */
    private boolean end(JsonNode place, String attempt, boolean isCommitted) {
        Bucket bucket = buckets.find(place.path("bkt").asString(""));
        BucketCollection in = bucket == null
                ? null
                : bucket.find(
                        place.path("scp").asString(Scope.DEFAULT),
                        place.path("col").asString("_default"));
        if (in == null) {
            return true;
        }
        StagedDocument staged = new StagedDocument(
                in, new DocumentKey(place.path("id").asString("").getBytes(UTF_8)));
        return isCommitted ? staged.finish(documents, attempt) : staged.clear(documents, attempt);
    }
}
