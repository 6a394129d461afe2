package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.sequence.SequencedChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a vBucket: of a document, or of a scope or collection.
 *
 * @param collection of the document
 * @param document its change, or null
 * @param event of the manifest, or null
 */
public record VBucketChange(
        long seqno,
        int collection,
        @Nullable SequencedChange document,
        @Nullable ManifestEvent event) {
    static VBucketChange of(int collection, SequencedChange document) {
        return new VBucketChange(document.number(), collection, document, null);
    }

    static VBucketChange of(ManifestEvent event) {
        return new VBucketChange(event.seqno(), event.collection(), null, event);
    }

    VBucketChange numbered(long other) {
        return new VBucketChange(other, collection, document, event);
    }

    /**
     * Some changes in the order of their numbers.
     *
     * @param until the number up to which none is missing
     */
    public record Page(List<VBucketChange> changes, long until) {
        public Page {
            changes = List.copyOf(changes);
        }
    }

    /** Tells which changes are asked for. */
    public interface Selection {
        boolean wants(BucketCollection collection);

        boolean wants(ManifestEvent event);
    }
}
