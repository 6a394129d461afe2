package dev.mayfly.face.couchbase;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.face.couchbase.bucket.VBucketHash;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentTombstones;
import dev.mayfly.face.couchbase.kv.RenewedDocument;
import dev.mayfly.face.couchbase.query.index.DocumentIndexes;
import dev.mayfly.face.couchbase.subdoc.PropertyLifetimes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The engine's reader of the form in which this face stores its data. */
public final class CouchbaseForms implements FaceForms {
    /** Conditions of indexes are judged by the query service itself. */
    @Override
    public Predicate<View> filter(byte[] partial) {
        return _ -> true;
    }

    @Override
    public @Nullable KeySource keys(IndexDefinition index) {
        return DocumentIndexes.keys(index);
    }

    /** All documents of a vBucket lie in one shard. */
    @Override
    public int shardOf(DocumentKey key, int shards) {
        return VBucketHash.shardOf(key.bytes(), shards);
    }

    /** The slots of a collection are the vBuckets of its bucket. */
    @Override
    public int slotOf(DocumentKey key, int slots) {
        return VBucketHash.of(key.bytes(), 0, key.bytes().length, slots);
    }

    @Override
    public long propertyEnd(FieldPath property, Envelope envelope) {
        return PropertyLifetimes.end(
                property, DocumentMeta.fromBytes(envelope.face()).xattrs());
    }

    @Override
    public byte[] tombstone(Stamp stamp, Tombstone.Cause cause) {
        return DocumentTombstones.of(stamp, cause);
    }

    @Override
    public Decision.@Nullable Put renewed(Renewal asked) {
        return RenewedDocument.of(asked);
    }
}
