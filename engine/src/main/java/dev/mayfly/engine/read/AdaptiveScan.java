package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks documents by an index while it finds few of a collection, and all documents once it is known to find many. Each
 * comes once, in no order.
 */
public final class AdaptiveScan implements DocumentCursor {
    /*
     * A document that an index finds costs a lookup, one that a scan passes a step of a cursor, which is several times
     * cheaper. So a range that covers more than a share of the collection is better scanned. How many entries a range has
     * costs something to know: most queries find a few documents, and are answered before anything is counted. For one that
     * goes on past a first few their number is estimated, up to that share.
     *
     * The scan meets again what the index has found. The keys of those few documents are remembered for it, in its order.
     */

    /** A lookup by an index costs this many times as much as a step of a scan. */
    public static final int LOOKUP_STEPS = 5;

    /** In a collection of fewer documents it does not matter. */
    public static final int DOCUMENTS_MIN = 1_000;

    /** The share of the documents that the index may look up before the entries are counted. */
    private static final int FIRST_SHARE = 512;

    private static final int FIRST_MIN = 16;
    private static final int FIRST_MAX = 1_024;

    private final Plans plans;
    private final long documents;
    private final long first;
    private final List<DocumentKey> found = new ArrayList<>();
    private DocumentCursor cursor;
    private ReadView reading;
    private Effort before = new Effort(0, 0);
    private boolean isDecided;
    private int met;
    private boolean isScan;

    /** The two ways to find the documents, and what tells which is better. */
    public interface Plans {
        DocumentCursor byIndex();

        DocumentCursor byScan(ReadView reading);

        /** Returns about how many entries are in the ranges of the index; no more than {@code most}. */
        int entries(int most);
    }

    /** @param documents the number of documents in the collection */
    public AdaptiveScan(ReadView reading, long documents, Plans plans) {
        this.plans = plans;
        this.documents = documents;
        this.reading = reading;
        this.first = Math.clamp(documents / FIRST_SHARE, FIRST_MIN, FIRST_MAX);
        this.isDecided = documents < DOCUMENTS_MIN;
        this.cursor = plans.byIndex();
    }

    @Override
    public @Nullable Document next() {
        if (!isDecided && cursor.effort().keys() >= first) {
            decide();
        }
        if (isScan) {
            return nextOfScan();
        }
        Document document = cursor.next();
        if (!isDecided && document != null) {
            found.add(document.key());
        }
        return document;
    }

    private @Nullable Document nextOfScan() {
        Document document = cursor.next();
        while (document != null && wasFound(document.key())) {
            document = cursor.next();
        }
        return document;
    }

    /** Looks among the keys found, which are met in their order or, where a document is gone since, passed over. */
    private boolean wasFound(DocumentKey key) {
        while (met < found.size()) {
            int order = found.get(met).compareTo(key);
            if (order > 0) {
                return false;
            }
            met++;
            if (order == 0) {
                return true;
            }
        }
        return false;
    }

    private void decide() {
        isDecided = true;
        int most = (int) Math.min(documents / LOOKUP_STEPS, Integer.MAX_VALUE);
        if (plans.entries(most) < most) {
            found.clear();
            return;
        }
        found.sort(null);
        isScan = true;
        before = cursor.effort();
        cursor.close();
        cursor = plans.byScan(reading);
    }

    @Override
    public void suspend() {
        cursor.suspend();
    }

    @Override
    public void resume(ReadView later) {
        reading = later;
        cursor.resume(later);
    }

    @Override
    public byte @Nullable [] position() {
        return cursor.position();
    }

    @Override
    public Effort effort() {
        return before.plus(cursor.effort());
    }

    @Override
    public void close() {
        cursor.close();
    }
}
