package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.session.StatementRecorder;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Deletes documents that match. */
public final class Deletes {
    /** The number of documents that are deleted at the same time, at most. */
    private static final int CHUNK_MAX = 1600;

    private final Collection collection;
    private final Durability durability;
    private final StatementRecorder<Taken> keeping;

    public Deletes(Collection collection, Durability durability) {
        this(collection, durability, StatementRecorder.nothing());
    }

    /** @param keeping records the result of each document */
    public Deletes(Collection collection, Durability durability, StatementRecorder<Taken> keeping) {
        this.collection = collection;
        this.durability = durability;
        this.keeping = keeping;
    }

    /** Deletes at most one document; answers how many. */
    public long one(QuerySpec spec) {
        Removal removal = new Removal(spec.filter(), false);
        Collection kept = keeping.of(collection, () -> new Taken(new BsonDocument(), removal.position()));
        long deleted = new FirstMatch(kept, spec, durability).write(removal) == null ? 0 : 1;
        OperationContext.current().stats().deleted(deleted);
        return deleted;
    }

    /** Deletes the first matching document; returns it, or null. */
    public @Nullable Taken take(QuerySpec spec) {
        Removal removal = new Removal(spec.filter(), true);
        Collection kept = keeping.of(collection, () -> new Taken(removal.before(), removal.position()));
        WriteOutcome outcome = new FirstMatch(kept, spec, durability).write(removal);
        if (outcome == null) {
            return null;
        }
        OperationContext.current().stats().deleted(1);
        return new Taken(removal.before(), removal.position());
    }

    /**
     * A document that was deleted.
     *
     * @param position of the array element by which it matched
     */
    public record Taken(BsonDocument document, int position) {}

    /** Deletes all, a batch at a time; answers how many. */
    public long all(QuerySpec spec) {
        long deleted = 0;
        int chunk = Math.min(CHUNK_MAX, collection.writesTogether());
        try (Results results = Query.open(collection, collection.reading(), spec)) {
            List<WriteRequest> requests = new ArrayList<>(chunk);
            for (Document found = results.next(); found != null; found = results.next()) {
                requests.add(new WriteRequest(found.key(), new Removal(spec.filter(), false)));
                if (requests.size() == chunk) {
                    deleted += delete(requests);
                    requests.clear();
                }
            }
            deleted += delete(requests);
        }
        OperationContext.current().stats().deleted(deleted);
        Writes.settle(collection, durability);
        return deleted;
    }

    private long delete(List<WriteRequest> requests) {
        long deleted = 0;
        for (WriteOutcome outcome : collection.writeAll(requests, false, Durability.LOGGED)) {
            deleted += outcome instanceof WriteOutcome.Removed ? 1 : 0;
        }
        return deleted;
    }
}
