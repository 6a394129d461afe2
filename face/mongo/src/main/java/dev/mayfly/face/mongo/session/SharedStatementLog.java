package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.CollectionReceipts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The log of a command that may be on its way through several servers at once. Used by one thread.
 */
public final class SharedStatementLog extends StatementLog {
    /*
     * Nothing that a server remembers of a session says what another has done for it meanwhile. So each write reads the receipt
     * in its shard together with its document, and is committed only while that receipt stands: of two attempts at a statement
     * that write to one shard, the second finds what the first has left, and answers that. A statement that finds nothing to
     * do, or fails, may have come to that by an earlier attempt, and looks for its receipt then.
     *
     * Statements that may choose another document, in another shard, each time say first where they go: see StatementAttempt.
     */
    private final byte[] id;
    private final long number;
    private final LongFunction<RuntimeException> tooOld;
    private final Supplier<Optional<Collection>> collection;
    private final Consumer<Collection> onWrite;
    private @Nullable StatementAttempt current;

    /**
     * @param id of the receipts of the session
     * @param number of the command
     * @param tooOld makes the refusal of a session that is at this number already
     * @param collection the collection that is written to, if it is there
     * @param onWrite told of each collection that is about to get a receipt
     */
    public SharedStatementLog(
            byte[] id,
            IntUnaryOperator statementIds,
            long number,
            LongFunction<RuntimeException> tooOld,
            Supplier<Optional<Collection>> collection,
            Consumer<Collection> onWrite) {
        super(statementIds);
        this.id = id;
        this.number = number;
        this.tooOld = tooOld;
        this.collection = collection;
        this.onWrite = onWrite;
    }

    byte[] id() {
        return id;
    }

    /** Returns what a receipt says of this command. */
    StatementReceipt read(byte @Nullable [] body) {
        if (body == null) {
            return StatementReceipt.empty(number);
        }
        StatementReceipt kept = StatementReceipt.fromBytes(body);
        if (kept.number() > number) {
            throw tooOld.apply(kept.number());
        }
        return kept.number() == number ? kept : StatementReceipt.empty(number);
    }

    @Override
    public <T> T once(Statement<T> statement) {
        StatementAttempt attempt = new StatementAttempt(this, statementAt(statement.place()), statement.isOfOneKey());
        StatementAttempt before = current;
        current = attempt;
        try {
            collection.get().ifPresent(found -> attempt.begin(found.receipts()));
            T result = statement.work().get();
            if (statement.hasWritten().test(result)) {
                return result;
            }
            BsonDocument earlier = find(attempt);
            return earlier == null ? result : again(attempt, statement, earlier);
        } catch (RepeatedStatementException done) {
            return again(attempt, statement, done.outcome());
        } catch (RuntimeException failure) {
            BsonDocument earlier = findAfter(attempt, failure);
            if (earlier == null) {
                throw failure;
            }
            return again(attempt, statement, earlier);
        } finally {
            current = before;
        }
    }

    private <T> T again(StatementAttempt attempt, Statement<T> statement, BsonDocument outcome) {
        noteRepeated(attempt.statement());
        return statement.again().apply(outcome);
    }

    private @Nullable BsonDocument find(StatementAttempt attempt) {
        return collection.get().map(found -> attempt.find(found.receipts())).orElse(null);
    }

    /** What keeps it from being found is less than the failure itself. */
    private @Nullable BsonDocument findAfter(StatementAttempt attempt, RuntimeException failure) {
        try {
            return find(attempt);
        } catch (EngineException another) {
            failure.addSuppressed(another);
            return null;
        }
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean isRepeated(int place) {
        return false;
    }

    @Override
    public <T> StatementRecorder<T> keeping(int place, Function<T, BsonDocument> form) {
        return (collected, outcome) ->
                leaving(collected, (_, _) -> Map.of(statementAt(place), form.apply(outcome.get())));
    }

    @Override
    public Collection keepingInserts(Collection collected, IntUnaryOperator places) {
        return leaving(collected, (written, isOfBatch) -> stored(written, isOfBatch, places));
    }

    /** Makes the outcomes of the statements that a batch carries out. */
    private interface BatchOutcomes {
        Map<Integer, BsonDocument> of(List<@Nullable WriteOutcome> written, IntPredicate isOfBatch);
    }

    private Collection leaving(Collection collected, BatchOutcomes outcomes) {
        onWrite.accept(collected);
        StatementAttempt attempt = current;
        return collected.leaving(new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return id;
            }

            @Override
            public void aim(int shard) {
                if (attempt != null) {
                    attempt.aim(collected.receipts(), shard);
                }
            }

            @Override
            public byte[] body(byte @Nullable [] before, List<@Nullable WriteOutcome> written, IntPredicate isOfBatch) {
                StatementReceipt kept = read(before);
                Map<Integer, BsonDocument> done = outcomes.of(written, isOfBatch);
                done.keySet().forEach(statement -> requireNew(statement, kept.outcome(statement)));
                if (attempt != null) {
                    attempt.requireLast(kept);
                }
                return kept.with(done).toBytes();
            }
        });
    }

    /** Looks once at the receipt of each shard, where one by one each document would. */
    @Override
    public Set<Integer> storedBefore(Collection asked, Map<Integer, DocumentKey> documents) {
        CollectionReceipts receipts = asked.receipts();
        Map<Integer, StatementReceipt> byShard = new HashMap<>();
        Set<Integer> stored = new TreeSet<>();
        documents.forEach((place, key) -> {
            StatementReceipt receipt = byShard.computeIfAbsent(receipts.shardOf(key), shard -> {
                CollectionReceipts.Receipt kept = receipts.settledAt(shard, id);
                return read(kept == null ? null : kept.body());
            });
            if (receipt.outcome(statementAt(place)) != null) {
                noteRepeated(statementAt(place));
                stored.add(place);
            }
        });
        return stored;
    }

    @Override
    public void add(int place, BsonDocument outcome) {
        // What is stored is read again with each write.
    }
}
