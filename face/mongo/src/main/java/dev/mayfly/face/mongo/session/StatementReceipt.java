package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.BsonEncoding;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of one session with its writes.
 *
 * @param number of the last command or transaction
 * @param isCommitted whether that is a transaction that was committed
 * @param outcomes of its statements, by their numbers
 * @param claims of its statements, by their numbers; see {@link StatementAttempt}
 */
public record StatementReceipt(
        long number, boolean isCommitted, StatementOutcomes outcomes, Map<Integer, Claim> claims) {
    private static final String NUMBER = "number";
    private static final String COMMITTED = "committed";
    private static final String STATEMENT = "s";
    private static final String CLAIMS = "claims";
    private static final String SHARD = "shard";
    private static final String ORDER = "order";
    private static final String ATTEMPT = "attempt";

    /**
     * Where an attempt at a statement is about to write.
     *
     * @param order of the attempts at one statement; a later one has a greater number
     * @param attempt a number that no other attempt has
     */
    public record Claim(int shard, long order, long attempt) {}

    /** Nothing of this number. */
    public static StatementReceipt empty(long number) {
        return new StatementReceipt(number, false, StatementOutcomes.none(), Map.of());
    }

    /** That of a transaction that was committed. */
    static StatementReceipt committed(long number) {
        return new StatementReceipt(number, true, StatementOutcomes.none(), Map.of());
    }

    public static StatementReceipt fromBytes(byte[] bytes) {
        BsonDocument read = BsonEncoding.decode(bytes);
        Map<Integer, Claim> claims = new TreeMap<>();
        for (BsonValue each : read.getArray(CLAIMS, new BsonArray())) {
            BsonDocument claim = each.asDocument();
            claims.put(
                    claim.getInt32(STATEMENT).getValue(),
                    new Claim(
                            claim.getInt32(SHARD).getValue(),
                            claim.getInt64(ORDER).getValue(),
                            claim.getInt64(ATTEMPT).getValue()));
        }
        return new StatementReceipt(
                read.getInt64(NUMBER).getValue(),
                read.containsKey(COMMITTED),
                StatementOutcomes.readFrom(read),
                claims);
    }

    public byte[] toBytes() {
        BsonDocument written = new BsonDocument(NUMBER, new BsonInt64(number));
        if (isCommitted) {
            written.append(COMMITTED, BsonBoolean.TRUE);
        }
        outcomes.writeTo(written);
        if (!claims.isEmpty()) {
            BsonArray claimed = new BsonArray();
            claims.forEach((statement, claim) -> claimed.add(new BsonDocument(STATEMENT, new BsonInt32(statement))
                    .append(SHARD, new BsonInt32(claim.shard))
                    .append(ORDER, new BsonInt64(claim.order))
                    .append(ATTEMPT, new BsonInt64(claim.attempt))));
            written.append(CLAIMS, claimed);
        }
        return BsonEncoding.encode(written);
    }

    /** Returns the result of a statement, or null if it was not carried out. */
    public @Nullable BsonDocument outcome(int statement) {
        return outcomes.get(statement);
    }

    @Nullable
    Claim claim(int statement) {
        return claims.get(statement);
    }

    StatementReceipt with(Map<Integer, BsonDocument> more) {
        StatementOutcomes all = outcomes.copy();
        more.forEach(all::put);
        return new StatementReceipt(number, isCommitted, all, claims);
    }

    StatementReceipt claiming(int statement, Claim claim) {
        Map<Integer, Claim> all = new TreeMap<>(claims);
        all.put(statement, claim);
        return new StatementReceipt(number, isCommitted, outcomes, all);
    }
}
