package dev.mayfly.face.mongo.session;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The results of the statements of a command that were carried out, by the numbers of the statements. A command may insert 100,000
 * documents in a hundred batches, each of which keeps the results until then; an insert has no more to tell than that it happened, so
 * it takes a bit.
 */
public final class StatementOutcomes {
    private static final String STORED = "stored";
    private static final String OUTCOMES = "done";
    private static final String STATEMENT = "s";
    private static final String OUTCOME = "o";

    /** Beyond the statements of a command; drivers number from 0, but any number is allowed. */
    private static final int BITS_MAX = 131_072;

    private final BitSet stored;
    private final Map<Integer, BsonDocument> others;

    private StatementOutcomes(BitSet stored, Map<Integer, BsonDocument> others) {
        this.stored = stored;
        this.others = others;
    }

    static StatementOutcomes none() {
        return new StatementOutcomes(new BitSet(0), new TreeMap<>());
    }

    StatementOutcomes copy() {
        return new StatementOutcomes((BitSet) stored.clone(), new TreeMap<>(others));
    }

    boolean isEmpty() {
        return stored.isEmpty() && others.isEmpty();
    }

    /** Returns the result of a statement, or null if it was not carried out. */
    @Nullable
    BsonDocument get(int statement) {
        return isBit(statement) && stored.get(statement) ? new BsonDocument() : others.get(statement);
    }

    void put(int statement, BsonDocument outcome) {
        if (outcome.isEmpty() && isBit(statement)) {
            stored.set(statement);
        } else {
            others.put(statement, outcome);
        }
    }

    private static boolean isBit(int statement) {
        return statement >= 0 && statement < BITS_MAX;
    }

    static StatementOutcomes readFrom(BsonDocument receipt) {
        StatementOutcomes read = none();
        if (receipt.containsKey(STORED)) {
            read.stored.or(BitSet.valueOf(receipt.getBinary(STORED).getData()));
        }
        // Earlier releases wrote inserts like all others.
        for (BsonValue each : receipt.getArray(OUTCOMES, new BsonArray())) {
            BsonDocument done = each.asDocument();
            read.put(done.getInt32(STATEMENT).getValue(), done.getDocument(OUTCOME));
        }
        return read;
    }

    void writeTo(BsonDocument receipt) {
        if (!stored.isEmpty()) {
            receipt.append(STORED, new BsonBinary(stored.toByteArray()));
        }
        if (!others.isEmpty()) {
            BsonArray done = new BsonArray();
            others.forEach((statement, outcome) ->
                    done.add(new BsonDocument(STATEMENT, new BsonInt32(statement)).append(OUTCOME, outcome)));
            receipt.append(OUTCOMES, done);
        }
    }
}
