package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.Transaction;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.transaction.TransactionTurn;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A statement that begins a transaction, ends it, or steers it. */
record TransactionStatement(Transaction written) implements Statement {
    @Override
    public Value signature() {
        return Values.of("json");
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public StatementRole role() {
        return written instanceof Transaction.Start ? StatementRole.START : StatementRole.CONTROL;
    }

    @Override
    public String type() {
        return switch (written) {
            case Transaction.Start _ -> "START_TRANSACTION";
            case Transaction.Commit _ -> "COMMIT";
            case Transaction.Rollback(String savepoint) -> savepoint == null ? "ROLLBACK" : "ROLLBACK_SAVEPOINT";
            case Transaction.Savepoint _ -> "SAVEPOINT";
            case Transaction.SetIsolation _ -> "SET_TRANSACTION_ISOLATION";
        };
    }

    /** Whoever goes on with a transaction will write what is staged of it. */
    private static void requireRights(Execution execution, BucketCollection in) {
        for (String verb : new String[] {"INSERT", "UPDATE", "DELETE"}) {
            for (Right right : Right.toWrite(verb)) {
                right.require(execution, in);
            }
        }
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        TransactionTurn turn = execution.transactions();
        switch (written) {
            case Transaction.Start _ -> {
                SequencedMap<String, Value> row = new LinkedHashMap<>();
                row.put(
                        "txid",
                        Values.of(turn.begin(in -> requireRights(execution, in)).id()));
                rows.row(Values.object(row));
            }
            case Transaction.Commit _ -> turn.commit();
            case Transaction.Rollback(String savepoint) -> {
                if (savepoint == null) {
                    turn.rollBack();
                } else {
                    turn.undoTo(savepoint);
                }
            }
            case Transaction.Savepoint(String name) -> turn.save(name);
            // There is but one level.
            case Transaction.SetIsolation _ -> {}
        }
    }
}
