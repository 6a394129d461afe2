package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks documents in the order of their keys. */
public final class DocumentScan implements DocumentCursor {
    /** Examining an entry, even one that yields nothing, costs as much as this number of steps of an expression. */
    public static final int ENTRY_STEPS = 16;

    /** After this many documents, if nearly all were hidden, the living ones are looked for by themselves. */
    public static final int PROBE_DOCUMENTS = 4_096;

    /** Nearly all are hidden if fewer than one of this many lives. */
    private static final int LIVING_SHARE = 8;

    /** Limit on the living documents that are looked for at the first try; each further one may find four times as many. */
    private static final int LIVING_MAX = 1 << 16;

    /** Limit on those of any try: their keys lie on the heap. */
    private static final int LIVING_MAX_EVER = 1 << 18;

    private final Reader present;
    private final Partition partition;
    private final List<KeyRange> ranges;
    private final Direction direction;
    private final RangeWalk walk;
    private final @Nullable LivingDocuments livingDocuments;
    private @Nullable LivingKeys living;
    private ReadView reading;
    private long documents;
    private long passed;
    private long admitted;
    private long nextProbe = PROBE_DOCUMENTS;
    private int livingMax = LIVING_MAX;

    /** @param livingDocuments finds the living documents where most are hidden, or null */
    public DocumentScan(
            Reader reader,
            Partition partition,
            ReadView reading,
            List<KeyRange> ranges,
            Direction direction,
            @Nullable LivingDocuments livingDocuments) {
        this.present = reader;
        this.partition = partition;
        this.ranges = ranges;
        this.direction = direction;
        this.livingDocuments = livingDocuments;
        this.walk = new RangeWalk(reading.readerOr(reader), partition, Space.DOCUMENT, ranges, direction);
        this.reading = reading;
    }

    @Override
    public @Nullable Document next() {
        RequestGuard guard = RequestGuard.current();
        while (living == null) {
            Cursor cursor = walk.next();
            if (cursor == null) {
                return null;
            }
            guard.steps(ENTRY_STEPS);
            documents++;
            byte[] key = cursor.key();
            walk.passed(key);
            Document document = LiveGate.admit(reading, StoredDocument.of(new DocumentKey(key), cursor.value()));
            passed++;
            if (document != null) {
                admitted++;
                return document;
            }
            if (passed >= nextProbe) {
                probe(guard);
            }
        }
        return nextLiving(living, guard);
    }

    /** Looks for the living documents behind the position, if they are few; asks again after four times as many. */
    private void probe(RequestGuard guard) {
        nextProbe *= 4;
        if (livingDocuments == null || reading.frozen() != null || admitted * LIVING_SHARE > passed) {
            return;
        }
        List<byte[]> keys = livingDocuments.keys(reading, livingMax);
        livingMax = Math.min(LIVING_MAX_EVER, 4 * livingMax);
        if (keys != null) {
            walk.suspend();
            living = new LivingKeys(keys, ranges, direction, walk.position(), guard);
        }
    }

    private @Nullable Document nextLiving(LivingKeys keys, RequestGuard guard) {
        for (byte[] key = keys.next(); key != null; key = keys.next()) {
            guard.steps(ENTRY_STEPS);
            documents++;
            walk.seek(key);
            StoredDocument stored =
                    StoredDocument.ofNullable(new DocumentKey(key), present.get(partition, Space.DOCUMENT, key));
            Document document = LiveGate.admit(reading, stored);
            if (document != null) {
                return document;
            }
        }
        return null;
    }

    private void forgetLiving() {
        if (living != null) {
            living.close();
            living = null;
        }
    }

    @Override
    public void suspend() {
        forgetLiving();
        walk.suspend();
    }

    @Override
    public void resume(ReadView later) {
        reading = later;
        walk.resume(later.readerOr(present));
    }

    @Override
    public byte @Nullable [] position() {
        return walk.position();
    }

    @Override
    public Effort effort() {
        return new Effort(documents, documents);
    }

    @Override
    public void close() {
        forgetLiving();
        walk.close();
    }
}
