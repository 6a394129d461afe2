package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Leb128;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Reads a random document of a collection, among the first ones. */
final class RandomKeyCommand implements KvCommand {
    private static final int STEPS_MAX = 64;
    private static final RequestShape RULE =
            RequestShape.bucket(Privilege.READ).noKey().noValue().extras(0, 4, 5);

    private final Documents documents;

    RandomKeyCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        int id = call.request().extrasLength() == 0 ? 0 : call.request().extrasInt(0);
        BucketCollection in = call.bucket().find(id);
        if (in == null) {
            throw StatusException.notInManifest(
                    Status.UNKNOWN_COLLECTION, call.bucket().manifest().hexUid());
        }
        Document found = any(in.collection());
        return found == null
                ? KvResponse.of(Status.KEY_ENOENT)
                : KvAnswers.document(found, documents.shownCas(found)).key(key(call, id, found));
    }

    private static byte[] key(KvCall call, int collection, Document document) {
        byte[] key = document.key().bytes();
        if (!call.session().has(Feature.COLLECTIONS)) {
            return key;
        }
        byte[] prefix = Leb128.encoded(collection);
        byte[] whole = Arrays.copyOf(prefix, prefix.length + key.length);
        System.arraycopy(key, 0, whole, prefix.length, key.length);
        return whole;
    }

    private static @Nullable Document any(Collection collection) {
        int steps = ThreadLocalRandom.current().nextInt(STEPS_MAX);
        ReadView reading = collection.reading();
        Document last = null;
        try (DocumentCursor cursor = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (int step = 0; step <= steps; step++) {
                Document next = cursor.next();
                if (next == null) {
                    return last;
                }
                last = next;
            }
        }
        return last;
    }
}
