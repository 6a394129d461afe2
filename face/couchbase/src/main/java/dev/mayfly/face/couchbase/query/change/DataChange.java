package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;

/** A statement that changes documents and may return rows of them. */
interface DataChange extends ExecutableStatement, ExplainableChange {
    ReturningClause returned();

    @Override
    default N1qlValue signature() {
        return returned().signature();
    }

    @Override
    default StatementRole role() {
        return StatementRole.DATA;
    }

    @Override
    default boolean isReadOnly() {
        return false;
    }
}
