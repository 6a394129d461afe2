package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.operator.JoinStep;
import dev.mayfly.face.couchbase.query.operator.KeysProducer;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.Producer;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;

/** Documents, by their keys, of the keyspace that a parameter names. */
final class ParameterProducer implements Producer {
    private static final int INVALID_NAME = 5030;

    private final N1qlExpression.Parameter parameter;
    private final KeysProducer.Keys keys;
    private final QueryCompiler queries;
    private final RequiredPrivilege right;
    private final int slot;

    ParameterProducer(
            N1qlExpression.Parameter parameter,
            KeysProducer.Keys keys,
            QueryCompiler queries,
            RequiredPrivilege right,
            int slot) {
        this.parameter = parameter;
        this.keys = keys;
        this.queries = queries;
        this.right = right;
        this.slot = slot;
    }

    /** @throws N1qlException when the request says no name by this parameter */
    static KeyspaceName name(N1qlExpression.Parameter parameter, StatementExecution execution) {
        Parameters given = execution.parameters();
        String name = parameter.name();
        N1qlValue value = Character.isDigit(name.charAt(0)) ? given.positional(position(name)) : given.named(name);
        if (!(value instanceof N1qlString text)) {
            throw new N1qlException(
                    INVALID_NAME,
                    "Invalid value " + (value.isMissing() ? "missing" : N1qlValues.json(value))
                            + " for the name of a keyspace.");
        }
        return KeyspaceName.of(text.stringValue());
    }

    private static int position(String digits) {
        return digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    @Override
    public boolean each(Frame frame, JoinStep body) {
        Keyspaces.Path path = Keyspaces.path(name(parameter, frame.execution()), queries.context());
        BucketCollection keyspace = queries.ground().keyspaces().collection(path);
        return new KeysProducer(keyspace, path.text(), keys, right, slot).each(frame, body);
    }

    @Override
    public N1qlValue explained() {
        return keys.explained();
    }

    @Override
    public boolean fetches() {
        return true;
    }
}
