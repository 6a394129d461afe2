package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.function.FunctionErrors;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import java.util.ArrayList;
import java.util.List;

/** A call of a function that users have made, in an expression. */
record FunctionCall(QueryCompiler.Ground ground, FunctionName name, Scalar[] arguments) implements Scalar {
    @Override
    public N1qlValue of(Frame frame) {
        List<N1qlValue> values = new ArrayList<>(arguments.length);
        for (Scalar argument : arguments) {
            values.add(argument.of(frame));
        }
        try {
            return CalledFunctions.call(ground, frame.execution(), name, values);
        } catch (N1qlException failure) {
            throw FunctionErrors.inExpression(failure);
        }
    }
}
