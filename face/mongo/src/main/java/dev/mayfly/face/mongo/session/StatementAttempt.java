package dev.mayfly.face.mongo.session;

import dev.mayfly.engine.CollectionReceipts;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Arrays;
import java.util.UUID;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** One attempt at a statement that other servers may be attempting, too. Used by one thread. */
final class StatementAttempt {
    /*
     * Two attempts that write to the same shard meet at its receipt. A statement that names one document writes to one shard,
     * and so does any in a collection of one. Others may find another document, in another shard, each time. Before these write,
     * they claim the shard in the receipt of the session's home, a shard that its identity names.
     *
     *   no claim           -> the attempt claims the shard that it is about to write to, with order 1
     *   claimed by another -> the attempt takes the claim over with the next order, and then leaves it in the claimed shard,
     *                         too; there it either finds the outcome, or excludes that one will be written under the
     *                         claim before
     *
     * A batch is written only where the receipt of its shard has no claim of a later order, and a claim is moved only by the
     * attempt that made it last. Since each of these is a commit that expects the receipt as it was read, an attempt that was
     * stopped anywhere finds the later one when it goes on, and gives up. So at most one attempt of a statement writes.
     *
     * What finds nothing to write leaves no trace.
     */

    /** The number of times a receipt is read again because another request has changed it. */
    private static final int ATTEMPTS_MAX = 100;

    private final SharedStatementLog log;
    private final int statement;
    private final boolean isOfOneKey;
    private final long attempt = UUID.randomUUID().getLeastSignificantBits();
    private boolean hasBegun;
    private long order;
    private int shard = -1;

    StatementAttempt(SharedStatementLog log, int statement, boolean isOfOneKey) {
        this.log = log;
        this.statement = statement;
        this.isOfOneKey = isOfOneKey;
    }

    int statement() {
        return statement;
    }

    private boolean claims(CollectionReceipts receipts) {
        return !isOfOneKey && receipts.shards() > 1;
    }

    private int home(CollectionReceipts receipts) {
        return Math.floorMod(Arrays.hashCode(log.id()), receipts.shards());
    }

    /** Takes over the claim of an earlier attempt. */
    void begin(CollectionReceipts receipts) {
        hasBegun = true;
        if (!claims(receipts)) {
            return;
        }
        int home = home(receipts);
        for (int time = 0; time < ATTEMPTS_MAX; time++) {
            CollectionReceipts.Receipt kept = receipts.at(home, log.id());
            StatementReceipt receipt = read(kept);
            StatementReceipt.Claim claim = receipt.claim(statement);
            if (claim == null) {
                return;
            }
            StatementReceipt.Claim own = new StatementReceipt.Claim(claim.shard(), claim.order() + 1, attempt);
            if (receipts.replace(
                    home, log.id(), kept, receipt.claiming(statement, own).toBytes())) {
                order = own.order();
                if (claim.shard() != home) {
                    exclude(receipts, own);
                }
                return;
            }
        }
        throw conflict();
    }

    private void exclude(CollectionReceipts receipts, StatementReceipt.Claim own) {
        for (int time = 0; time < ATTEMPTS_MAX; time++) {
            CollectionReceipts.Receipt kept = receipts.at(own.shard(), log.id());
            StatementReceipt receipt = read(kept);
            requireLast(receipt);
            if (receipts.replace(
                    own.shard(),
                    log.id(),
                    kept,
                    receipt.claiming(statement, own).toBytes())) {
                return;
            }
        }
        throw conflict();
    }

    /** Reads a receipt of which the statement is no part yet. */
    private StatementReceipt read(CollectionReceipts.@Nullable Receipt kept) {
        StatementReceipt receipt = log.read(kept == null ? null : kept.body());
        StatementLog.requireNew(statement, receipt.outcome(statement));
        return receipt;
    }

    /** Refuses to go on where a later attempt has been. */
    void requireLast(StatementReceipt receipt) {
        StatementReceipt.Claim claim = receipt.claim(statement);
        if (claim != null && claim.order() > order) {
            throw superseded();
        }
    }

    /** Claims the shard that is about to be written to. */
    void aim(CollectionReceipts receipts, int next) {
        if (!hasBegun) {
            begin(receipts);
        }
        if (next == shard || !claims(receipts)) {
            shard = next;
            return;
        }
        int home = home(receipts);
        for (int time = 0; time < ATTEMPTS_MAX; time++) {
            CollectionReceipts.Receipt kept = receipts.at(home, log.id());
            StatementReceipt receipt = read(kept);
            StatementReceipt.Claim claim = receipt.claim(statement);
            if (claim != null && claim.attempt() != attempt) {
                throw superseded();
            }
            StatementReceipt.Claim own = new StatementReceipt.Claim(next, Math.max(1, order), attempt);
            if (receipts.replace(
                    home, log.id(), kept, receipt.claiming(statement, own).toBytes())) {
                order = own.order();
                shard = next;
                return;
            }
        }
        throw conflict();
    }

    /** Returns what an attempt at this statement has left, or null if none has written. */
    @Nullable
    BsonDocument find(CollectionReceipts receipts) {
        if (receipts.shards() == 1) {
            return outcomeAt(receipts, 0);
        }
        if (isOfOneKey) {
            return shard < 0 ? outcomeAnywhere(receipts) : outcomeAt(receipts, shard);
        }
        StatementReceipt home = settled(receipts, home(receipts));
        BsonDocument outcome = home.outcome(statement);
        StatementReceipt.Claim claim = home.claim(statement);
        return outcome != null || claim == null ? outcome : outcomeAt(receipts, claim.shard());
    }

    private @Nullable BsonDocument outcomeAnywhere(CollectionReceipts receipts) {
        for (int each = 0; each < receipts.shards(); each++) {
            BsonDocument outcome = outcomeAt(receipts, each);
            if (outcome != null) {
                return outcome;
            }
        }
        return null;
    }

    private @Nullable BsonDocument outcomeAt(CollectionReceipts receipts, int place) {
        return settled(receipts, place).outcome(statement);
    }

    private StatementReceipt settled(CollectionReceipts receipts, int place) {
        CollectionReceipts.Receipt kept = receipts.settledAt(place, log.id());
        return log.read(kept == null ? null : kept.body());
    }

    private static CommandError superseded() {
        return new CommandError(MongoCode.WRITE_CONFLICT, "the statement has been sent again through another server")
                .labelled("RetryableWriteError");
    }

    private static CommandError conflict() {
        return new CommandError(MongoCode.WRITE_CONFLICT, "the session is in use by another request")
                .labelled("RetryableWriteError");
    }
}
