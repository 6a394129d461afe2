package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Transaction;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A statement that begins a transaction, ends it, or steers it. */
record TransactionStatement(Transaction written) implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
        return N1qlValues.of("json");
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

    /** Requires the rights to write: a user that continues a transaction will write what is staged in it. */
    private static void requireRights(StatementExecution execution, BucketCollection in) {
        for (String verb : new String[] {"INSERT", "UPDATE", "DELETE"}) {
            for (RequiredPrivilege right : RequiredPrivilege.toWrite(verb)) {
                right.require(execution, in);
            }
        }
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        TransactionTurn turn = execution.transactions();
        switch (written) {
            case Transaction.Start _ -> {
                SequencedMap<String, N1qlValue> row = new LinkedHashMap<>();
                row.put(
                        "txid",
                        N1qlValues.of(
                                turn.begin(in -> requireRights(execution, in)).id()));
                rows.row(N1qlValues.object(row));
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
