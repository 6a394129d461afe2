package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.write.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The results of the statements of one numbered command in one collection, stored with their writes; so a repeat of the command
 * is answered as it was the first time, and does nothing. Used by one thread.
 */
public abstract sealed class StatementLog permits LocalStatementLog, SharedStatementLog {
    private final IntUnaryOperator statementIds;
    private final List<Integer> repeated = new ArrayList<>(0);

    /** @param statementIds the number of the statement at a place of the command */
    StatementLog(IntUnaryOperator statementIds) {
        this.statementIds = statementIds;
    }

    /**
     * A statement to be carried out once.
     *
     * @param place of it in its command
     * @param isOfOneKey whether every attempt at it writes to the same document, if to any
     * @param work carries it out, through the collections of this log
     * @param hasWritten whether the result is one that was written
     * @param again makes the result of what is kept of it
     */
    public record Statement<T>(
            int place,
            boolean isOfOneKey,
            Supplier<T> work,
            Predicate<T> hasWritten,
            Function<BsonDocument, T> again) {}

    /** Carries out a statement, unless it was; returns its result. */
    public abstract <T> T once(Statement<T> statement);

    /**
     * Returns true if earlier attempts are looked for when a statement is carried out, and not before: then one that finds nothing
     * to do may have been done.
     */
    public abstract boolean isShared();

    /** Returns true if the statement is known to have been done before. */
    public abstract boolean isRepeated(int place);

    /** Records the result of a statement with its write. */
    public abstract <T> StatementRecorder<T> keeping(int place, Function<T, BsonDocument> form);

    /** Records which of several new documents were stored. */
    public abstract Collection keepingInserts(Collection collection, IntUnaryOperator places);

    /**
     * Returns the places of those new documents, found to be there, that earlier attempts of the command have stored; none where
     * that is known beforehand.
     */
    public abstract Set<Integer> storedBefore(Collection collection, Map<Integer, DocumentKey> documents);

    /** Remembers what was written, for what the same command will write yet. */
    public abstract void add(int place, BsonDocument outcome);

    /** The statements that were answered and not done. */
    public final List<Integer> repeated() {
        return repeated;
    }

    final void noteRepeated(int statement) {
        repeated.add(statement);
    }

    final int statementAt(int place) {
        return statementIds.applyAsInt(place);
    }

    /**
     * Returns the outcomes of those documents that were stored, by their statements.
     *
     * @param counts of a position whether it is asked for
     */
    final Map<Integer, BsonDocument> stored(
            List<@Nullable WriteOutcome> written, IntPredicate counts, IntUnaryOperator places) {
        Map<Integer, BsonDocument> stored = new TreeMap<>();
        for (int position = 0; position < written.size(); position++) {
            if (counts.test(position) && written.get(position) instanceof WriteOutcome.Stored) {
                stored.put(statementAt(places.applyAsInt(position)), new BsonDocument());
            }
        }
        return stored;
    }

    /** Throws what was recorded of a statement if it was carried out. */
    static void requireNew(int statement, @Nullable BsonDocument outcome) {
        if (outcome != null) {
            throw new RepeatedStatementException(statement, outcome);
        }
    }
}
