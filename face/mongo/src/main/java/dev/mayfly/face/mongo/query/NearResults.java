package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents around a place, the nearest first. */
final class NearResults implements Results {
    /*
     * The places are visited ring by ring, from the inside. What an index finds for a ring is more than lies in it, so
     * each document's distance is computed, and only those of the ring are kept, sorted. The next ring is wider if this
     * one had few, narrower if it had many; one that has too many to hold is cut in two. A document lies in one ring
     * alone, so none comes twice.
     *
     * The documents of a ring wait here until they are asked for. After a pause each is judged again: one whose deadline
     * has passed is dropped, and after a change of policy it is read again.
     */
    private static final int FEW = 64;
    private static final int MANY = 512;
    private static final long RING_BYTES_MAX = 32L << 20;

    private final Collection collection;
    private final Plan.NearScan scan;
    private final int index;
    private final NearQuery near;
    private final double end;
    private ReadView reading;
    private long policyVersion;
    private double from;
    private double width;
    private boolean isDone;
    private List<Measured> ring = List.of();
    private int at;
    private Effort before = new Effort(0, 0);

    NearResults(Collection collection, ReadView reading, Plan.NearScan scan) {
        this.collection = collection;
        this.reading = reading;
        this.policyVersion = reading.policy().version();
        this.scan = scan;
        this.index = reading.record().index(scan.index()).orElseThrow().id();
        this.near = scan.near();
        collection.indexUse().count(index);
        OperationContext.current().stats().planned(this::summary);
        this.from = near.least();
        this.width = scan.places().firstStep(near);
        this.end = Math.min(near.most(), scan.places().farthest(near));
    }

    private String summary() {
        return PlanSummary.of(scan, reading.record().index(index));
    }

    private record Measured(Document document, double distance) {
        static final Comparator<Measured> NEAREST_FIRST = Comparator.comparingDouble(Measured::distance)
                .thenComparing(each -> each.document.key().bytes(), Arrays::compareUnsigned);
    }

    @Override
    public @Nullable Document next() {
        while (true) {
            while (at < ring.size()) {
                Document document = judged(ring.get(at).document);
                at++;
                if (document != null) {
                    return document;
                }
            }
            if (isDone || from > end) {
                return null;
            }
            ring = nextRing();
            at = 0;
        }
    }

    private @Nullable Document judged(Document document) {
        if (reading.policy().version() == policyVersion) {
            boolean hides = reading.policy().current().visibility() == Policy.Visibility.EXACT;
            if (document.deadline() <= reading.now()) {
                return hides ? null : document;
            }
            // A property of it may have died while it waited.
            return document.settledUntil() <= reading.now() ? collection.get(reading, document.key()) : document;
        }
        Document now = collection.get(reading, document.key());
        return now != null && now.version() == document.version() ? document : null;
    }

    /** Another index may have its name by now, and it may have become one without entries. */
    private void requireIndex() {
        boolean isThere = reading.record()
                .index(index)
                .filter(IndexDefinition::hasEntries)
                .isPresent();
        if (!isThere) {
            throw new CommandError(MongoCode.QUERY_PLAN_KILLED, "index '" + scan.index() + "' dropped");
        }
    }

    private List<Measured> nextRing() {
        requireIndex();
        policyVersion = reading.policy().version();
        while (true) {
            boolean isWhole = scan.prefixes() == null;
            double until = isWhole ? Double.POSITIVE_INFINITY : from + width;
            boolean isLast = until > end;
            List<Measured> found = found(until, isLast);
            if (found == null) {
                if (isWhole || width < Math.ulp(from) * 4 || width < Double.MIN_NORMAL) {
                    throw QueryRefusals.memoryLimit("too many documents at one distance: more than " + RING_BYTES_MAX
                            + " bytes have to be sorted by it");
                }
                width /= 2;
                continue;
            }
            from = until;
            isDone = isLast;
            width = found.size() < FEW ? width * 2 : found.size() > MANY ? width / 2 : width;
            found.sort(Measured.NEAREST_FIRST);
            return found;
        }
    }

    /** Returns null if there are more documents than are held at once. */
    private @Nullable List<Measured> found(double until, boolean isLast) {
        List<Measured> found = new ArrayList<>();
        long bytes = 0;
        try (Results results = new FoundDocuments(collection, reading, scan.ring(from, Math.min(until, end)))) {
            for (Document document = results.next(); document != null; document = results.next()) {
                NearQuery.Nearest nearest = near.nearest(document.view());
                double distance = nearest == null ? Double.NaN : nearest.distance();
                if (from <= distance && (isLast ? distance <= end : distance < until)) {
                    found.add(new Measured(document, distance));
                    bytes += document.buffer().length;
                    if (bytes > RING_BYTES_MAX) {
                        return null;
                    }
                }
            }
            before = before.plus(results.effort());
        }
        return found;
    }

    @Override
    public void suspend() {}

    @Override
    public void resume(ReadView later) {
        OperationContext.current().stats().planned(this::summary);
        reading = later;
    }

    @Override
    public Effort effort() {
        return before;
    }

    @Override
    public void close() {}
}
