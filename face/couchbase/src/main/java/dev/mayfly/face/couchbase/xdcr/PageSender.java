package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.kv.ConflictRule;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.xdcr.ReplicationCounts.Result;
import dev.mayfly.face.couchbase.xdcr.TargetCollections.Destination;
import dev.mayfly.face.couchbase.xdcr.TargetCollections.Destinations;
import dev.mayfly.face.couchbase.xdcr.filter.UnfilterableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sends changes over one connection: filters, maps, resolves, and counts what becomes of each. Used by one thread. */
final class PageSender {
    private static final int MILLIS = 1_000;

    /** The target's answers to so many requests fit into the buffers of a connection; nobody reads while requests are written. */
    private static final int UNANSWERED_MAX = 1_000;

    private final TargetConnection target;
    private final TargetCollections collections;
    private final ReplicationFilter filter;
    private final ReplicationCounts counts;
    private final ConflictRule rule;
    private final long optimisticBytesMax;
    private final Set<Integer> incomplete = new HashSet<>();

    PageSender(
            TargetConnection target,
            TargetCollections collections,
            ReplicationSettings settings,
            ReplicationCounts counts,
            ConflictRule rule) {
        this.target = target;
        this.collections = collections;
        this.filter = ReplicationFilter.of(settings);
        this.counts = counts;
        this.rule = rule;
        this.optimisticBytesMax = settings.number(ReplicationSetting.OPTIMISTIC_REPLICATION_THRESHOLD);
    }

    /** A change on its way to one collection of the target. */
    private record Sending(ReplicationKind kind, int source, ForeignCopy copy) {}

    /** Returns the collections of the source that the target lacked something for since this was asked last. */
    Set<Integer> takeIncomplete() {
        Set<Integer> found = Set.copyOf(incomplete);
        incomplete.clear();
        return found;
    }

    /**
     * Sends changes, and returns once the target has answered to all of them.
     *
     * @return the number of bytes that were sent
     */
    long send(List<VBucketChange> changes) throws IOException {
        List<Sending> all = new ArrayList<>(changes.size());
        for (VBucketChange change : changes) {
            SequencedChange of = change.document();
            if (of != null) {
                address(change.collection(), of, all);
            }
        }
        List<Sending> wanted = withoutStale(all);
        long before = target.written();
        for (List<Sending> piece : pieces(wanted)) {
            for (Sending each : piece) {
                each.copy().writeTo(target, rule);
            }
            for (Sending each : piece) {
                take(each, target.read());
            }
        }
        long bytes = target.written() - before;
        counts.bytes.addAndGet(bytes);
        return bytes;
    }

    private static List<List<Sending>> pieces(List<Sending> all) {
        List<List<Sending>> pieces = new ArrayList<>();
        for (int from = 0; from < all.size(); from += UNANSWERED_MAX) {
            pieces.add(all.subList(from, Math.min(from + UNANSWERED_MAX, all.size())));
        }
        return pieces;
    }

    /** Adds a change once for each collection of the target that it goes to. */
    private void address(int source, SequencedChange change, List<Sending> to) throws IOException {
        Document document = change.document();
        Tombstone tombstone = change.tombstone();
        ReplicationKind kind = document != null
                ? ReplicationKind.SET
                : tombstone != null && tombstone.cause() == Tombstone.Cause.EXPIRED
                        ? ReplicationKind.EXPIRY
                        : ReplicationKind.DELETION;
        counts.add(Result.RECEIVED, kind);
        String key = new String(change.key().bytes(), StandardCharsets.UTF_8);
        if (filter.leavesOut(kind) || ReplicationFilter.isTransactionRecord(key)) {
            counts.add(Result.FILTERED, kind);
            return;
        }
        Destinations destinations = collections.of(source);
        if (!destinations.isComplete()) {
            incomplete.add(source);
        }
        int sent = to.size();
        for (Destination each : destinations.all()) {
            if (document != null) {
                addDocument(source, each, key, change.key().bytes(), document, to);
            } else if (tombstone != null) {
                DocumentMeta meta = DocumentMeta.fromBytes(tombstone.face());
                to.add(new Sending(
                        kind,
                        source,
                        new ForeignCopy(
                                each.collection(),
                                change.key().bytes(),
                                kind,
                                meta,
                                tombstone.goneAt() / MILLIS,
                                null)));
            }
        }
        if (to.size() == sent) {
            counts.add(destinations.all().isEmpty() ? Result.UNMAPPED : Result.FILTERED, kind);
        }
    }

    private void addDocument(
            int source, Destination destination, String key, byte[] bytes, Document document, List<Sending> to) {
        DocumentMeta meta = DocumentMeta.of(document);
        byte[] body = document.body();
        if (passes(destination, key, meta, body)) {
            long expiry = DocumentMeta.expiry(document);
            if (filter.dropsExpiry() && expiry != 0) {
                counts.expiryStripped.incrementAndGet();
                expiry = 0;
            }
            DocumentMeta sent = new DocumentMeta(
                    meta.cas(),
                    meta.rev(),
                    meta.flags(),
                    meta.datatype(),
                    ReplicationFilter.withoutTransaction(meta.xattrs()));
            to.add(new Sending(
                    ReplicationKind.SET,
                    source,
                    new ForeignCopy(destination.collection(), bytes, ReplicationKind.SET, sent, expiry, body)));
        }
    }

    private boolean passes(Destination destination, String key, DocumentMeta meta, byte[] body) {
        if (filter.skipsBinary() && (meta.datatype() & DocumentMeta.JSON) == 0) {
            counts.binaryFiltered.incrementAndGet();
            return false;
        }
        if (filter.skipsUncommitted() && ReplicationFilter.isInTransaction(meta.xattrs())) {
            return false;
        }
        try {
            return ReplicationFilter.passes(filter.expression(), key, meta, body)
                    && ReplicationFilter.passes(destination.filter(), key, meta, body);
        } catch (UnfilterableException _) {
            counts.unfilterable.incrementAndGet();
            return false;
        }
    }

    /** Asks the target what it has of large documents, and leaves out those that it would refuse. */
    private List<Sending> withoutStale(List<Sending> all) throws IOException {
        List<Sending> wanted = new ArrayList<>(all.size());
        List<Sending> asked = new ArrayList<>();
        for (Sending each : all) {
            if (each.copy().bytes() > optimisticBytesMax) {
                asked.add(each);
            } else if (each.kind() == ReplicationKind.SET) {
                counts.optimistic.incrementAndGet();
            }
        }
        Set<Sending> stale = new HashSet<>();
        for (List<Sending> piece : pieces(asked)) {
            for (Sending each : piece) {
                target.askMeta(each.copy().collection(), each.copy().key());
            }
            for (Sending each : piece) {
                if (each.copy().isBehind(target.read(), rule)) {
                    counts.add(Result.FAILED_AT_SOURCE, each.kind());
                    stale.add(each);
                }
            }
        }
        for (Sending each : all) {
            if (!stale.contains(each)) {
                wanted.add(each);
            }
        }
        return wanted;
    }

    private void take(Sending sent, TargetConnection.TargetAnswer answer) throws IOException {
        if (answer.is(Status.LOCKED)) {
            throw new IOException("a document of the target is locked");
        }
        if (answer.is(Status.KEY_EEXISTS)) {
            counts.add(Result.FAILED_AT_TARGET, sent.kind());
        } else if (answer.is(Status.UNKNOWN_COLLECTION)) {
            collections.forget();
            incomplete.add(sent.source());
            counts.add(Result.UNMAPPED, sent.kind());
        } else {
            answer.require("a document");
            counts.add(Result.WRITTEN, sent.kind());
        }
    }
}
