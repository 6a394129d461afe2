package dev.mayfly.face.couchbase.query.sequence;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.RecordsCopy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.query.scope.ScopeRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All sequences. Safe for concurrent use. */
public final class Sequences {
    /*
     * A sequence is a record of its scope. Numbers are taken in blocks, each of which is on the disk before its first
     * number is used: a server that dies loses the rest of a block, and never gives a number twice. Each server of a cluster has blocks of its own. One that alters or drops a sequence counts that in a record,
     * and the others, which hear of changed records, then give up what they have at hand.
     */
    private static final String PREFIX = "seq::";
    private static final String CHANGES = "sequences";
    private static final int SMALL_CACHE = 10;

    /** Limit on the sequences with numbers at hand; others take a new block. */
    private static final int CACHED_MAX = 65_536;

    private static final WriteTerms SAFELY = new WriteTerms(WriteTerms.ANY_CAS, true);

    private final Documents documents;
    private final Buckets buckets;
    private final ScopeRecords kept;
    private final RecordsCopy copy;
    private long changes;
    private final Map<Place, Sequence> cached = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Sequence> eldest) {
            return size() > CACHED_MAX;
        }
    };

    /** The identity of a sequence: never the same for two that had one name. */
    private record Place(String bucketUuid, String key) {}

    public Sequences(Documents documents, Buckets buckets) {
        this.documents = documents;
        this.buckets = buckets;
        this.kept = new ScopeRecords(documents, buckets, PREFIX);
        buckets.addListener(this::forgetLost);
        this.copy = new RecordsCopy(buckets.records());
        copy.readAnew(() -> changes = changes());
    }

    /** How often sequences were altered and dropped, by all servers together. */
    private long changes() {
        byte[] kept = buckets.records().get(CHANGES);
        return kept == null ? 0 : ByteBuffer.wrap(kept).getLong();
    }

    /** Gives up what is at hand if another server has changed a sequence. */
    private void refresh() {
        buckets.records().refresh();
        if (copy.isOld()) {
            synchronized (cached) {
                copy.readAnew(() -> {
                    long now = changes();
                    if (now != changes) {
                        changes = now;
                        cached.clear();
                    }
                });
            }
        }
    }

    private void tellOthers() {
        if (buckets.isShared()) {
            buckets.records()
                    .update(
                            CHANGES,
                            before -> ByteBuffer.allocate(Long.BYTES)
                                    .putLong(
                                            before == null
                                                    ? 1
                                                    : ByteBuffer.wrap(before).getLong() + 1)
                                    .array());
        }
    }

    /** A sequence as the catalog shows it: what is kept, and the number given out last, or null. */
    public record Shown(
            SequenceName name,
            long cache,
            long least,
            long greatest,
            long increment,
            boolean cycle,
            long nextBlock,
            @Nullable Long current) {}

    /**
     * Makes a sequence.
     *
     * @return how many numbers a block has, where that is so few that its user should know, and 0 otherwise
     */
    public long create(SequenceName name, N1qlObject options) {
        try {
            SequenceRecord record = SequenceRecord.made(SequenceOptions.ofCreate(options));
            if (name.scope().equals(Scope.SYSTEM)) {
                throw SequenceErrors.invalidName(name);
            }
            DocumentOutcome outcome = documents.write(
                    keeping(name), key(name), SAFELY, found -> found.document() == null ? put(record) : Edit.KEEP);
            if (outcome instanceof DocumentOutcome.Unchanged) {
                throw SequenceErrors.exists(name);
            }
            requireDone(outcome);
            return record.cache() < SMALL_CACHE ? record.cache() : 0;
        } catch (N1qlException refused) {
            throw SequenceErrors.isOfOptions(refused) || ScopeRecords.isOfPlace(refused)
                    ? SequenceErrors.notCreated(name, refused)
                    : refused;
        }
    }

    /** Changes a sequence; as {@link #create}. */
    public long alter(SequenceName name, N1qlObject options) {
        try {
            SequenceOptions said = SequenceOptions.ofAlter(options);
            change(name, record -> record.altered(said));
            forget(name);
            tellOthers();
            Long cache = said.cache();
            return cache != null && cache < SMALL_CACHE ? cache : 0;
        } catch (N1qlException refused) {
            throw SequenceErrors.isOfOptions(refused) ? SequenceErrors.notAltered(name, refused) : refused;
        }
    }

    public void drop(SequenceName name) {
        DocumentKey key = key(name);
        DocumentOutcome outcome = documents.write(keeping(name), key, SAFELY, found -> {
            Document current = found.document();
            return current == null ? Edit.KEEP : Edit.remove(current);
        });
        forget(name);
        if (outcome instanceof DocumentOutcome.Unchanged) {
            throw SequenceErrors.notFound(name);
        }
        requireDone(outcome);
        tellOthers();
    }

    /** The next number. */
    public long next(SequenceName name) {
        refresh();
        Sequence sequence;
        synchronized (cached) {
            sequence = cached.computeIfAbsent(place(name), _ -> new Sequence(name));
        }
        try {
            return sequence.next(change -> change(name, change));
        } catch (N1qlException refused) {
            if (sequence.previous() == null) {
                forget(name);
            }
            throw refused;
        }
    }

    /** The number given out last since the server began, or null. */
    public @Nullable Long previous(SequenceName name) {
        refresh();
        Sequence known = known(place(name));
        Long previous = known == null ? null : known.previous();
        if (previous == null && documents.get(keeping(name), key(name)) == null) {
            throw SequenceErrors.notFound(name);
        }
        return previous;
    }

    private @Nullable Sequence known(Place place) {
        synchronized (cached) {
            return cached.get(place);
        }
    }

    /** The sequences of one scope, by name. */
    public List<Shown> all(Bucket bucket, Scope scope) {
        List<Shown> all = new ArrayList<>();
        kept.each(bucket, scope, each -> {
            SequenceName name = new SequenceName(bucket.name(), scope.name(), each.name());
            all.add(shown(name, SequenceRecord.fromBytes(each.json()), known(new Place(bucket.uuid(), each.key()))));
        });
        return all;
    }

    private static Shown shown(SequenceName name, SequenceRecord record, @Nullable Sequence sequence) {
        return new Shown(
                name,
                record.cache(),
                record.least(),
                record.greatest(),
                record.increment(),
                record.cycle(),
                record.nextBlock(),
                sequence == null ? null : sequence.previous());
    }

    /** The result of a change, or the reason for none: nothing may be thrown while others share the write's batch. */
    private static final class Changed {
        private @Nullable SequenceRecord before;
        private @Nullable N1qlException refusal;
    }

    private SequenceRecord change(SequenceName name, UnaryOperator<SequenceRecord> change) {
        Changed changed = new Changed();
        DocumentOutcome outcome = documents.write(keeping(name), key(name), SAFELY, found -> {
            Document current = found.document();
            changed.before = null;
            changed.refusal = null;
            try {
                if (current == null) {
                    throw SequenceErrors.notFound(name);
                }
                SequenceRecord before = SequenceRecord.fromBytes(current.body());
                changed.before = before;
                SequenceRecord after = change.apply(before);
                return after.equals(before) ? Edit.KEEP : put(after);
            } catch (N1qlException refusal) {
                changed.refusal = refusal;
                return Edit.KEEP;
            }
        });
        if (changed.refusal != null) {
            throw changed.refusal;
        }
        requireDone(outcome);
        if (changed.before == null) {
            throw SequenceErrors.invalidData();
        }
        return changed.before;
    }

    private static Edit put(SequenceRecord record) {
        return ScopeRecords.put(record.toBytes());
    }

    private static void requireDone(DocumentOutcome outcome) {
        if (outcome instanceof DocumentOutcome.Refused(Refusal _)) {
            throw SequenceErrors.invalidData();
        }
    }

    /** The collection in which the sequences of a bucket are kept. */
    private BucketCollection keeping(SequenceName name) {
        BucketCollection in = ScopeRecords.collection(kept.bucket(name.bucket()));
        if (in == null) {
            throw SequenceErrors.notEnabled(name.bucket());
        }
        return in;
    }

    private DocumentKey key(SequenceName name) {
        return kept.key(name.bucket(), name.scope(), name.name());
    }

    private Place place(SequenceName name) {
        return new Place(kept.bucket(name.bucket()).uuid(), new String(key(name).bytes(), UTF_8));
    }

    private void forget(SequenceName name) {
        synchronized (cached) {
            cached.remove(place(name));
        }
    }

    /**
     * Called after a change of a bucket: drops the sequences of scopes that no longer exist, and those that were
     * flushed.
     */
    private void forgetLost(Bucket bucket) {
        BucketCollection in = ScopeRecords.collection(bucket);
        synchronized (cached) {
            cached.keySet()
                    .removeIf(place -> place.bucketUuid.equals(bucket.uuid())
                            && (in == null || documents.get(in, new DocumentKey(place.key.getBytes(UTF_8))) == null));
        }
        kept.dropLost(bucket);
    }
}
