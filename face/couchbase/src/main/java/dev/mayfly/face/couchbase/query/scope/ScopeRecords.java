package dev.mayfly.face.couchbase.query.scope;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the query service keeps of one kind for scopes, such as their sequences. Safe for concurrent use. */
public final class ScopeRecords {
    /*
     * A record is a document of the bucket's system scope, as the server keeps it. Its key has the number of the scope in
     * it, so that a scope made anew has none of the records of the one before.
     */
    private static final String SYSTEM_COLLECTION = "_query";

    private static final int JSON_FLAGS = 0x0200_0000;
    private static final int SCOPE_MISSING = 12021;
    private static final int BUCKET_MISSING = 12020;

    private final Documents documents;
    private final Buckets buckets;
    private final String prefix;

    /** @param prefix of the keys of this kind */
    public ScopeRecords(Documents documents, Buckets buckets, String prefix) {
        this.documents = documents;
        this.buckets = buckets;
        this.prefix = prefix;
    }

    /** Returns whether an error says that a bucket or a scope is missing. */
    public static boolean isOfPlace(N1qlException refused) {
        return refused.code() == SCOPE_MISSING || refused.code() == BUCKET_MISSING;
    }

    /** Returns the collection in which the records of a bucket are kept; null if the bucket has none. */
    public static @Nullable BucketCollection collection(Bucket bucket) {
        return bucket.find(Scope.SYSTEM, SYSTEM_COLLECTION);
    }

    /** @throws N1qlException if it is missing */
    public Bucket bucket(String name) {
        Bucket bucket = buckets.find(name);
        if (bucket == null) {
            throw new N1qlException(BUCKET_MISSING, "Bucket not found in CB datastore default:" + name);
        }
        return bucket;
    }

    private Scope scope(String bucket, String name) {
        Scope scope = bucket(bucket).manifest().find(name);
        if (scope == null) {
            throw new N1qlException(SCOPE_MISSING, "Scope not found in CB datastore: default:" + bucket + "." + name);
        }
        return scope;
    }

    private String prefix(Scope scope) {
        return prefix + String.format("%08x", scope.uid()) + "::" + scope.name() + ".";
    }

    /** @throws N1qlException if the bucket or the scope is missing */
    public DocumentKey key(String bucket, String scope, String name) {
        return new DocumentKey((prefix(scope(bucket, scope)) + name).getBytes(UTF_8));
    }

    /** Returns the edit that keeps these bytes, which are JSON. */
    public static Edit put(byte[] json) {
        return new Edit.Put(json, JSON_FLAGS, DocumentMeta.JSON, DocumentMeta.NO_XATTRS, 0, ExpiryRule.REQUESTED);
    }

    /** A record with its key and the name in it. */
    public record Kept(String key, String name, byte[] json) {}

    /** Gives all records of one scope to a taker, by name. */
    public void each(Bucket bucket, Scope scope, Consumer<Kept> taker) {
        BucketCollection in = collection(bucket);
        if (in == null) {
            return;
        }
        String start = prefix(scope);
        List<KeyRange> range = List.of(KeyRange.prefix(start.getBytes(UTF_8)));
        try (DocumentCursor cursor = in.collection().scan(in.collection().reading(), range, Direction.FORWARD)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                String key = new String(document.key().bytes(), UTF_8);
                taker.accept(new Kept(key, key.substring(start.length()), document.body()));
            }
        }
    }

    /** Drops the records of scopes that no longer exist; called after a change of their bucket. */
    public void dropLost(Bucket bucket) {
        BucketCollection in = collection(bucket);
        if (in == null) {
            return;
        }
        List<String> live = bucket.isDropped()
                ? List.of()
                : bucket.manifest().scopes().stream().map(this::prefix).toList();
        List<DocumentKey> lost = new ArrayList<>();
        List<KeyRange> range = List.of(KeyRange.prefix(prefix.getBytes(UTF_8)));
        try (DocumentCursor cursor = in.collection().scan(in.collection().reading(), range, Direction.FORWARD)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                String key = new String(document.key().bytes(), UTF_8);
                if (live.stream().noneMatch(key::startsWith)) {
                    lost.add(document.key());
                }
            }
        }
        lost.forEach(key -> documents.remove(in, key, WriteTerms.PLAIN));
    }
}
