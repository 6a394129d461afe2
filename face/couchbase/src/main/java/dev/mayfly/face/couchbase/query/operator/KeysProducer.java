package dev.mayfly.face.couchbase.query.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.transaction.TransactionErrors;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Documents of a keyspace by their keys: a text, or an array of texts. */
public final class KeysProducer implements Producer {
    private static final int NOT_A_KEY = 5300;

    private static final int NO_SUCH_KEYS = 5503;

    private final BucketCollection keyspace;
    private final String name;
    private final Keys keys;
    private final RequiredPrivilege right;
    private final int slot;

    public KeysProducer(BucketCollection keyspace, String name, Keys keys, RequiredPrivilege right, int slot) {
        this.keyspace = keyspace;
        this.name = name;
        this.keys = keys;
        this.right = right;
        this.slot = slot;
    }

    /**
     * The keys of the requested documents.
     *
     * @param once whether a document comes once even if its key is repeated
     * @param validate whether a missing key causes a warning
     */
    public record Keys(N1qlExpression written, Scalar value, boolean once, boolean validate) {
        public N1qlValue explained() {
            return ExplainNode.operator("KeyScan")
                    .with("keys", ExpressionText.of(written))
                    .value();
        }
    }

    @Override
    public boolean each(Frame frame, JoinStep body) {
        right.require(frame.execution(), keyspace);
        List<N1qlValue> asked = keysOf(keys.value.of(frame));
        int missing = 0;
        for (N1qlValue key : keys.once ? new LinkedHashSet<>(asked) : asked) {
            frame.execution().check();
            if (!(key instanceof N1qlString text)) {
                if (!key.isUnknown()) {
                    frame.execution().warn(NOT_A_KEY, "Document key must be a string: " + N1qlValues.json(key));
                }
                continue;
            }
            byte[] bytes = text.stringValue().getBytes(UTF_8);
            Document document = bytes.length == 0
                    ? null
                    : keyspace.collection().get(StatementReadViews.of(frame, keyspace), new DocumentKey(bytes));
            if (document == null && bytes.length > 0) {
                // A reader that meets an expired document reclaims it.
                keyspace.collection().reclaim(new DocumentKey(bytes));
            }
            if (frame.execution().transaction() != null) {
                document = seen(frame, new DocumentKey(bytes), document);
            }
            if (document == null) {
                missing++;
            } else {
                DocumentRow row = new DocumentRow(document, name);
                frame.set(slot, row.value(), row);
                if (!RowScope.run(() -> body.row(frame))) {
                    return false;
                }
            }
        }
        if (keys.validate && missing > 0) {
            frame.execution().warn(NO_SUCH_KEYS, "Key(s) in USE KEYS hint not found");
        }
        return true;
    }

    /** A document as the statement's transaction sees it. */
    private @Nullable Document seen(Frame frame, DocumentKey key, @Nullable Document stored) {
        TransactionTurn turn = frame.execution().transactions();
        Document seen = turn.seen(keyspace, key, stored, StatementReadViews.of(frame, keyspace));
        if (seen == null && turn.isKeyValue()) {
            throw TransactionErrors.keyNotFound(new String(key.bytes(), UTF_8));
        }
        return seen;
    }

    static List<N1qlValue> keysOf(N1qlValue keys) {
        return keys instanceof N1qlArray array ? array.elements() : List.of(keys);
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
