package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The log of a command where this server alone carries out what its session asks for, one request after the other: what is kept
 * is read once, before the command begins.
 */
public final class LocalStatementLog extends StatementLog {
    /** The log of a command without a number, whose statements are always carried out. */
    public static final StatementLog NONE = new LocalStatementLog(null, _ -> 0, StatementReceipt.empty(-1), _ -> {});

    private final byte @Nullable [] id;
    private final long number;
    private final StatementOutcomes outcomes;
    private final Consumer<Collection> onWrite;

    /**
     * @param id of the receipts of the session; null to keep nothing
     * @param kept what is known of earlier attempts
     * @param onWrite told of each collection that is about to get a receipt
     */
    public LocalStatementLog(
            byte @Nullable [] id, IntUnaryOperator statementIds, StatementReceipt kept, Consumer<Collection> onWrite) {
        super(statementIds);
        this.id = id;
        this.number = kept.number();
        this.outcomes = kept.outcomes().copy();
        this.onWrite = onWrite;
    }

    @Override
    public <T> T once(Statement<T> statement) {
        int asked = statementAt(statement.place());
        BsonDocument known = outcomes.get(asked);
        if (known == null) {
            return statement.work().get();
        }
        noteRepeated(asked);
        return statement.again().apply(known);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean isRepeated(int place) {
        if (outcomes.isEmpty() || outcomes.get(statementAt(place)) == null) {
            return false;
        }
        noteRepeated(statementAt(place));
        return true;
    }

    @Override
    public <T> StatementRecorder<T> keeping(int place, Function<T, BsonDocument> form) {
        if (id == null) {
            return StatementRecorder.nothing();
        }
        return (collection, outcome) -> leaving(collection, _ -> Map.of(statementAt(place), form.apply(outcome.get())));
    }

    @Override
    public Collection keepingInserts(Collection collection, IntUnaryOperator places) {
        return id == null ? collection : leaving(collection, written -> stored(written, _ -> true, places));
    }

    private Collection leaving(
            Collection collection, Function<List<@Nullable WriteOutcome>, Map<Integer, BsonDocument>> more) {
        byte[] identity = id;
        if (identity == null) {
            return collection;
        }
        onWrite.accept(collection);
        return collection.leaving(new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return identity;
            }

            @Override
            public byte[] body(byte @Nullable [] before, List<@Nullable WriteOutcome> written, IntPredicate isOfBatch) {
                return new StatementReceipt(number, false, outcomes, Map.of())
                        .with(more.apply(written))
                        .toBytes();
            }
        });
    }

    @Override
    public Set<Integer> storedBefore(Collection collection, Map<Integer, DocumentKey> documents) {
        return Set.of();
    }

    @Override
    public void add(int place, BsonDocument outcome) {
        if (id != null) {
            outcomes.put(statementAt(place), outcome);
        }
    }
}
