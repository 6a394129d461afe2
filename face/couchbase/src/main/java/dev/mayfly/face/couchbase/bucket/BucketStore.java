package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.Catalog.CollectionOptions;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.api.PropertyIndexes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The storage of buckets: one record each, and one engine collection for each of their collections. */
final class BucketStore {
    private static final String RECORD = "bucket/";
    private static final String NODE = "node";
    private static final int UUID_BYTES = 16;

    /** The fixed lifetime policy of every collection: limits act when a document is written. */
    private static final Policy POLICY = Policy.NONE.withRules(List.of(new Rule.Absolute()));

    private final Engine engine;
    private final FaceRecords records;
    private final SecureRandom random = new SecureRandom();

    BucketStore(Engine engine) {
        this.engine = engine;
        this.records = engine.records(Buckets.FACE);
    }

    /** Returns 32 hexadecimal digits that stay the same as long as the store exists. */
    String node() {
        byte[] kept = records.get(NODE);
        byte[] uuid = kept == null ? randomUuid() : kept;
        if (kept == null) {
            records.put(NODE, uuid);
        }
        return HexFormat.of().formatHex(uuid);
    }

    /** Returns 32 hexadecimal digits that nothing else has. */
    String newUuid() {
        return HexFormat.of().formatHex(randomUuid());
    }

    private byte[] randomUuid() {
        byte[] uuid = new byte[UUID_BYTES];
        random.nextBytes(uuid);
        return uuid;
    }

    Map<String, BucketRecord> all() {
        Map<String, BucketRecord> all = new LinkedHashMap<>();
        records.list(RECORD)
                .forEach((name, bytes) -> all.put(name.substring(RECORD.length()), BucketRecord.fromBytes(bytes)));
        return all;
    }

    BucketRecord require(Bucket bucket) {
        byte[] kept = records.get(RECORD + bucket.name());
        if (kept == null) {
            throw BucketException.bucketMissing(bucket.name());
        }
        return BucketRecord.fromBytes(kept);
    }

    /** Returns the name of a bucket's record. */
    static String recordOf(String bucket) {
        return RECORD + bucket;
    }

    /** Deletes a bucket with everything it holds. */
    void delete(String name) {
        records.delete(RECORD + name);
        engine.catalog().dropDatabase(Buckets.FACE, name);
    }

    /** Returns the collections of a manifest that are there: others are still being made, by whichever server. */
    List<BucketCollection> found(Bucket bucket, Manifest manifest) {
        List<BucketCollection> found = new ArrayList<>();
        for (Scope scope : manifest.scopes()) {
            for (CollectionDefinition each : scope.collections()) {
                Collection collection = engine.find(name(bucket.name(), scope, each));
                if (collection != null) {
                    found.add(new BucketCollection(bucket, scope.name(), each, collection));
                }
            }
        }
        return found;
    }

    /** Replaces the record of a bucket, whoever changes it meanwhile; returns what was written. */
    BucketRecord replace(Bucket bucket, UnaryOperator<BucketRecord> change) {
        return BucketRecord.fromBytes(records.update(RECORD + bucket.name(), before -> {
            if (before == null) {
                throw BucketException.bucketMissing(bucket.name());
            }
            return change.apply(BucketRecord.fromBytes(before)).toBytes();
        }));
    }

    /** Keeps a new bucket, unless another server has made one of this name. */
    void putNew(String name, BucketRecord record) {
        records.update(RECORD + name, before -> {
            if (before != null) {
                throw BucketException.bucketExists();
            }
            return record.toBytes();
        });
    }

    /** Returns the collections of a manifest, creating missing ones. */
    List<BucketCollection> open(Bucket bucket, Manifest manifest, long purgeMillis) {
        CollectionOptions options = options(bucket.pager().pace(), purgeMillis).inShards(engine.usualShards());
        List<BucketCollection> opened = new ArrayList<>();
        for (Scope scope : manifest.scopes()) {
            for (CollectionDefinition each : scope.collections()) {
                Collection collection = engine.catalog().findOrCreate(name(bucket.name(), scope, each), options);
                opened.add(new BucketCollection(bucket, scope.name(), each, collection));
            }
        }
        return opened;
    }

    private static CollectionName name(String bucket, Scope scope, CollectionDefinition collection) {
        return new CollectionName(Buckets.FACE, bucket, scope.name() + "." + collection.name());
    }

    private static CollectionOptions options(SweepPace pace, long purgeMillis) {
        return new CollectionOptions(
                        DocumentFormat.ANY, BaseInstant.MODIFIED, new byte[0], List.of(QueueIds.UNTIL), POLICY)
                .keeping(ChangeKeeping.tombstones(purgeMillis))
                .paced(pace);
    }

    /** Replaces a collection by an empty one with the same indexes. */
    void empty(BucketCollection collection) {
        CollectionRecord record = collection.collection().record();
        CollectionOptions like = new CollectionOptions(
                record.format(),
                record.base(),
                record.options(),
                List.of(QueueIds.UNTIL),
                POLICY,
                record.indexes().stream()
                        .filter(index -> !PropertyIndexes.isName(index.name()))
                        .map(BucketStore::again)
                        .toList(),
                record.changes(),
                record.pace(),
                record.shards());
        engine.catalog().drop(record.name());
        Collection empty = engine.catalog().create(record.name(), like);
        PropertyIndexes.copy(record, empty);
    }

    private static IndexRequest again(IndexDefinition index) {
        return new IndexRequest(
                index.name(),
                index.kind(),
                index.parts(),
                index.unique(),
                index.sparse(),
                index.hidden(),
                index.partial(),
                index.options(),
                null);
    }

    void drop(BucketCollection collection) {
        engine.catalog().drop(collection.collection().name());
    }

    /** Removes whatever no manifest names: leftovers of a process that ended early. */
    void dropStrays(Map<String, BucketRecord> known) {
        Set<CollectionName> named = new HashSet<>();
        known.forEach((bucket, record) -> record.manifest()
                .scopes()
                .forEach(scope -> scope.collections().forEach(each -> named.add(name(bucket, scope, each)))));
        for (Collection each : engine.collections(Buckets.FACE)) {
            if (!named.contains(each.name())) {
                engine.catalog().drop(each.name());
            }
        }
    }
}
