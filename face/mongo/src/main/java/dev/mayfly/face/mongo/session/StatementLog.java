package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The results of the statements of one numbered command, stored with their writes; so a repeat of the command is
 * answered as it was the first time, and does nothing. Used by one thread.
 */
public final class StatementLog {
    /** The log of a command without a number, whose statements are always carried out. */
    public static final StatementLog NONE = new StatementLog(null, _ -> 0, new Kept(-1, false, Map.of()), _ -> {});

    private static final String OUTCOMES = "done";
    private static final String STATEMENT = "s";
    private static final String OUTCOME = "o";
    private static final String NUMBER = "number";
    private static final String COMMITTED = "committed";

    private final byte @Nullable [] id;
    private final IntUnaryOperator statementIds;
    private final Kept kept;
    private final Map<Integer, BsonDocument> outcomes;
    private final Consumer<Collection> onWrite;
    private final List<Integer> repeated = new ArrayList<>(0);

    /**
     * The stored record of one session.
     *
     * @param number of the last command or transaction
     * @param isCommitted whether that is a transaction that was committed
     * @param outcomes of its statements, by their numbers
     */
    public record Kept(long number, boolean isCommitted, Map<Integer, BsonDocument> outcomes) {
        public static Kept fromBytes(byte[] bytes) {
            BsonDocument read = BsonEncoding.decode(bytes);
            Map<Integer, BsonDocument> outcomes = new TreeMap<>();
            for (BsonValue outcome : read.getArray(OUTCOMES, new BsonArray())) {
                outcomes.put(outcome.asDocument().getInt32(STATEMENT).getValue(), outcome.asDocument());
            }
            return new Kept(read.getInt64(NUMBER).getValue(), read.containsKey(COMMITTED), outcomes);
        }

        public byte[] toBytes() {
            BsonDocument written = new BsonDocument(NUMBER, new BsonInt64(number));
            if (isCommitted) {
                written.append(COMMITTED, BsonBoolean.TRUE);
            }
            return BsonEncoding.encode(written.append(OUTCOMES, new BsonArray(List.copyOf(outcomes.values()))));
        }
    }

    /**
     * @param id of the receipts of the session; null to keep nothing
     * @param statementIds the number of the statement at a place of the command
     * @param kept what is known of earlier attempts
     * @param onWrite told of each collection that is about to get a receipt
     */
    public StatementLog(byte @Nullable [] id, IntUnaryOperator statementIds, Kept kept, Consumer<Collection> onWrite) {
        this.id = id;
        this.statementIds = statementIds;
        this.kept = kept;
        this.outcomes = new TreeMap<>(kept.outcomes);
        this.onWrite = onWrite;
    }

    /** Returns the result of the statement if it was done before; null if it was not. */
    public @Nullable BsonDocument repeated(int index) {
        if (outcomes.isEmpty()) {
            return null;
        }
        int statement = statementIds.applyAsInt(index);
        BsonDocument known = outcomes.get(statement);
        if (known == null) {
            return null;
        }
        repeated.add(statement);
        return known.getDocument(OUTCOME);
    }

    /** The statements that were answered and not done. */
    public List<Integer> repeated() {
        return repeated;
    }

    /** Records the result of a statement with its write. */
    public <T> StatementRecorder<T> keeping(int index, Function<T, BsonDocument> form) {
        if (id == null) {
            return StatementRecorder.nothing();
        }
        return (collection, outcome) -> leaving(collection, _ -> with(Map.of(index, form.apply(outcome.get()))));
    }

    /** Records which of several new documents were stored. */
    public Collection keepingInserts(Collection collection, IntUnaryOperator indexes) {
        return id == null ? collection : leaving(collection, written -> with(stored(written, indexes)));
    }

    private Collection leaving(Collection collection, Function<List<WriteOutcome>, Kept> body) {
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
            public byte[] body(List<WriteOutcome> written) {
                return body.apply(written).toBytes();
            }
        });
    }

    static Map<Integer, BsonDocument> stored(List<WriteOutcome> written, IntUnaryOperator indexes) {
        Map<Integer, BsonDocument> stored = new TreeMap<>();
        for (int position = 0; position < written.size(); position++) {
            if (written.get(position) instanceof WriteOutcome.Stored) {
                stored.put(indexes.applyAsInt(position), new BsonDocument());
            }
        }
        return stored;
    }

    private Kept with(Map<Integer, BsonDocument> more) {
        Map<Integer, BsonDocument> all = new TreeMap<>(outcomes);
        more.forEach((index, outcome) -> put(all, index, outcome));
        return new Kept(kept.number, false, all);
    }

    private void put(Map<Integer, BsonDocument> all, int index, BsonDocument outcome) {
        int statement = statementIds.applyAsInt(index);
        all.put(statement, new BsonDocument(STATEMENT, new BsonInt32(statement)).append(OUTCOME, outcome));
    }

    /** Remembers what was written, for what the same command will write yet. */
    public void add(int index, BsonDocument outcome) {
        if (id != null) {
            put(outcomes, index, outcome);
        }
    }
}
