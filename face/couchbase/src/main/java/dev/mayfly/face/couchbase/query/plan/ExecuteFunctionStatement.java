package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import java.util.List;

/**
 * EXECUTE FUNCTION: its only row is what the function returns.
 *
 * @param slots of the frame of its arguments
 */
record ExecuteFunctionStatement(QueryCompiler.Ground ground, FunctionName name, int slots, List<Scalar> arguments)
        implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
        return N1qlValues.MISSING;
    }

    /** Functions read, and change nothing. */
    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public StatementRole role() {
        return StatementRole.DATA;
    }

    @Override
    public String type() {
        return "EXECUTE_FUNCTION";
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        List<N1qlValue> values =
                arguments.stream().map(argument -> argument.of(frame)).toList();
        rows.row(CalledFunctions.call(ground, execution, name, values));
    }
}
