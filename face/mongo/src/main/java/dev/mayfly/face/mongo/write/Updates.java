package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import dev.mayfly.face.mongo.language.update.UpsertSeed;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.session.StatementRecorder;
import dev.mayfly.store.api.Durability;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Updates documents that match, or inserts one if none does and that was asked for. */
public final class Updates {
    private final WriteTarget target;
    private final Collection collection;
    private final Durability durability;
    private final long nowMillis;
    private final StatementRecorder<Done> keeping;

    public Updates(WriteTarget target, Durability durability, long nowMillis) {
        this(target, durability, nowMillis, StatementRecorder.nothing());
    }

    /** @param keeping keeps what becomes of one document */
    public Updates(WriteTarget target, Durability durability, long nowMillis, StatementRecorder<Done> keeping) {
        this.target = target;
        this.collection = target.collection();
        this.durability = durability;
        this.nowMillis = nowMillis;
        this.keeping = keeping;
    }

    /** The effect of an update on one document. */
    public sealed interface Done {
        /** No document matched. */
        record Nothing() implements Done {}

        /**
         * One matched.
         *
         * @param position of the array element by which it matched
         */
        record Updated(Supplier<BsonDocument> before, Supplier<BsonDocument> after, boolean changed, int position)
                implements Done {}

        /** No document matched, and this one was inserted. */
        record Inserted(BsonValue id, BsonDocument after) implements Done {}
    }

    /**
     * The number of documents that an update has met.
     *
     * @param insertedId of the document inserted because none was met, or null
     */
    public record Counts(
            long matched, long modified, @Nullable BsonValue insertedId) {
        public static final Counts NONE = new Counts(0, 0, null);

        /** As it is kept, to be answered again. */
        public BsonDocument toDocument() {
            BsonDocument document =
                    new BsonDocument("n", new BsonInt64(matched)).append("nModified", new BsonInt64(modified));
            return insertedId == null ? document : document.append("upserted", insertedId);
        }

        public static Counts fromDocument(BsonDocument document) {
            return new Counts(
                    document.getInt64("n").getValue(),
                    document.getInt64("nModified").getValue(),
                    document.get("upserted"));
        }

        public static Counts of(Done done) {
            return switch (done) {
                case Done.Nothing _ -> NONE;
                case Done.Updated updated -> new Counts(1, updated.changed ? 1 : 0, null);
                case Done.Inserted inserted -> new Counts(0, 0, inserted.id);
            };
        }
    }

    /** Carries out a statement, whether it is about one document or many. */
    public Counts run(UpdateStatement statement) {
        target.check(statement);
        if (!statement.multi()) {
            return Counts.of(one(statement));
        }
        Counts counts = all(statement);
        return counts.matched == 0 && statement.upsert() ? Counts.of(one(statement)) : counts;
    }

    /**
     * Updates the first document that matches.
     *
     * @throws WriteFailedException when a unique value is taken by another document
     */
    public Done one(UpdateStatement statement) {
        target.check(statement);
        Modification modification = new Modification(target, statement, nowMillis);
        Collection kept = keeping.of(collection, () -> updated(modification));
        FirstMatch first = new FirstMatch(kept, statement.spec(), durability);
        WriteOutcome outcome = first.write(modification);
        if (outcome != null) {
            return done(modification, outcome);
        }
        if (!statement.upsert()) {
            return new Done.Nothing();
        }
        NewDocument seed = seed(statement);
        WriteFailure taken = insert(seed);
        if (taken == null) {
            return inserted(seed);
        }
        // Somebody has stored it since we looked; then it is there to be updated, unless it does not match.
        WriteOutcome second = new FirstMatch(kept, statement.spec(), durability).write(modification);
        if (second == null) {
            throw new WriteFailedException(taken);
        }
        return done(modification, second);
    }

    private Done done(Modification modification, WriteOutcome outcome) {
        if (outcome instanceof WriteOutcome.DuplicateValue duplicate) {
            throw modification.refusal(collection, duplicate);
        }
        OperationContext.current().stats().updated(1, modification.isChanged() ? 1 : 0);
        return updated(modification);
    }

    private static Done updated(Modification modification) {
        return new Done.Updated(
                modification::before, modification::after, modification.isChanged(), modification.position());
    }

    private NewDocument seed(UpdateStatement statement) {
        BsonDocument seed = UpsertSeed.of(statement.query(), statement.update());
        UpdateContext context = UpdateContext.at(nowMillis).inserting();
        BsonDocument document = statement.update().apply(seed, context).document();
        return NewDocument.of(EncodedRow.of(document), nowMillis, target.lifetimes());
    }

    /** Returns the failure of the insert, or null if it succeeded. */
    @Nullable
    WriteFailure insert(NewDocument document) {
        Collection kept = keeping.of(collection, () -> inserted(document));
        WriteRequest request = new WriteRequest(document.key(), (current, reading) -> {
            target.check(reading, BsonView.of(document.put().body()), null);
            return current == null ? document.put() : Decision.KEEP;
        });
        WriteOutcome outcome = target.insert(kept, request, document.put().body().length, durability);
        return switch (outcome) {
            case WriteOutcome.Stored _ -> null;
            case WriteOutcome.DuplicateValue duplicate ->
                DuplicateKeys.ofIndex(
                        collection, duplicate, BsonView.of(document.put().body()));
            case WriteOutcome.Kept _ -> DuplicateKeys.ofId(collection, document.id());
            case WriteOutcome.Removed _ -> throw new IllegalStateException("an insert removes nothing");
        };
    }

    private static Done inserted(NewDocument document) {
        OperationContext.current().stats().upserted();
        BsonDocument after = BsonView.of(document.put().body()).toBsonValue().asDocument();
        return new Done.Inserted(document.id(), after);
    }

    /** Updates all documents that match, each once. */
    private Counts all(UpdateStatement statement) {
        ReadView reading = collection.reading();
        Plan plan = Query.plan(reading.record(), statement.spec());
        Set<DocumentKey> touched = new HashSet<>();
        boolean mayMeetAgain = MovingUpdates.mayMeetAgain(plan, reading.record(), statement.argument());
        UpdateChunk chunk = new UpdateChunk(collection, () -> new Modification(target, statement, nowMillis));
        try (Results results = Query.open(collection, reading, statement.spec(), plan)) {
            for (Document found = results.next(); found != null; found = results.next()) {
                if (!mayMeetAgain || touched.add(found.key())) {
                    chunk.add(found);
                }
            }
            chunk.write();
        }
        long matched = chunk.matched();
        long modified = chunk.modified();
        OperationContext.current().stats().updated(matched, modified);
        Writes.settle(collection, durability);
        return new Counts(matched, modified, null);
    }
}
