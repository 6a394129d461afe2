package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.expression.Frame;

/** Documents, by their keys, of the keyspace that a parameter names. */
final class ParameterProducer implements Producer {
    private static final int INVALID_NAME = 5030;

    private final Expression.Parameter parameter;
    private final KeysProducer.Keys keys;
    private final QueryCompiler queries;
    private final Right right;
    private final int slot;

    ParameterProducer(
            Expression.Parameter parameter, KeysProducer.Keys keys, QueryCompiler queries, Right right, int slot) {
        this.parameter = parameter;
        this.keys = keys;
        this.queries = queries;
        this.right = right;
        this.slot = slot;
    }

    /** @throws QueryException when the request says no name by this parameter */
    static KeyspaceName name(Expression.Parameter parameter, Execution execution) {
        Parameters given = execution.parameters();
        String name = parameter.name();
        Value value = Character.isDigit(name.charAt(0)) ? given.positional(position(name)) : given.named(name);
        if (!(value instanceof StringValue text)) {
            throw new QueryException(
                    INVALID_NAME,
                    "Invalid value " + (value.isMissing() ? "missing" : Values.json(value))
                            + " for the name of a keyspace.");
        }
        return KeyspaceName.of(text.stringValue());
    }

    private static int position(String digits) {
        return digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    @Override
    public boolean each(Frame frame, Step body) {
        Keyspaces.Path path = Keyspaces.path(name(parameter, frame.execution()), queries.context());
        BucketCollection keyspace = queries.ground().keyspaces().collection(path);
        return new KeysProducer(keyspace, path.text(), keys, right, slot).each(frame, body);
    }

    @Override
    public Value explained() {
        return keys.explained();
    }

    @Override
    public boolean fetches() {
        return true;
    }
}
