package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * An index as it was defined. Immutable.
 *
 * @param keys none for a primary index; in them each name that no loop gives is a field of the document
 * @param where which documents stand in it, or null for all
 * @param deferred whether it waits to be built
 */
public record N1qlIndex(
        String name, List<IndexKey> keys, @Nullable N1qlExpression where, boolean deferred) {
    public static final String PRIMARY_NAME = "#primary";

    private static final String FUNCTIONS = "functions";

    /**
     * Grows whenever a function, or an array, that an index can be made of gives another answer than before. Indexes that say less, or
     * nothing, are built again when the server starts.
     */
    static final int FUNCTIONS_VERSION = 2;

    public N1qlIndex {
        keys = List.copyOf(keys);
    }

    public boolean isPrimary() {
        return keys.isEmpty();
    }

    /** The key over every element of an array, or null. */
    @Nullable
    IndexKey arrayKey() {
        for (IndexKey key : keys) {
            if (key.each()) {
                return key;
            }
        }
        return null;
    }

    /** Returns whether functions or arrays made anew give its keys or its condition; both may change with a release. */
    private boolean isComputed() {
        Calls calls = new Calls();
        keys.forEach(key -> calls.rewrite(key.value()));
        if (where != null) {
            calls.rewrite(where);
        }
        return calls.any;
    }

    private static final class Calls extends Rewriter {
        private boolean any;

        @Override
        public N1qlExpression rewrite(N1qlExpression expression) {
            any |= expression instanceof N1qlExpression.Call(String function, var _, var _)
                            && !function.equalsIgnoreCase("META")
                    || expression instanceof N1qlExpression.NewArray;
            return parts(expression);
        }
    }

    /** Returns whether the engine's data of an index was made by functions whose results have changed since. */
    static boolean isOutdated(IndexDefinition definition) {
        N1qlValue version = N1qlValues.parse(definition.options()).field(FUNCTIONS);
        return !version.equals(N1qlValues.of(FUNCTIONS_VERSION))
                && of(definition).isComputed();
    }

    /** The same index, made by the functions of now. */
    static IndexDefinition refreshed(IndexDefinition definition) {
        return definition.withOptions(of(definition).options());
    }

    N1qlIndex built() {
        return new N1qlIndex(name, keys, where, false);
    }

    /**
     * Returns the request to the engine: a primary index has the documents themselves, and a deferred one has nothing.
     */
    IndexRequest request() {
        boolean listed = isPrimary() || deferred;
        return new IndexRequest(
                name,
                listed ? IndexDefinition.Kind.LISTED : IndexDefinition.Kind.ORDERED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                options(),
                null);
    }

    private byte[] options() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put(
                "keys", N1qlValues.array(keys.stream().map(N1qlIndex::described).toList()));
        if (where != null) {
            fields.put("where", N1qlValues.of(ExpressionText.of(where)));
        }
        fields.put("deferred", N1qlValues.of(deferred));
        if (isComputed()) {
            fields.put(FUNCTIONS, N1qlValues.of(FUNCTIONS_VERSION));
        }
        return N1qlValues.json(N1qlValues.object(fields)).getBytes(StandardCharsets.UTF_8);
    }

    private static N1qlValue described(IndexKey key) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("value", N1qlValues.of(ExpressionText.of(key.value())));
        fields.put("each", N1qlValues.of(key.each()));
        fields.put("distinct", N1qlValues.of(key.distinct()));
        fields.put("descending", N1qlValues.of(key.descending()));
        fields.put("missing", N1qlValues.of(key.includeMissing()));
        return N1qlValues.object(fields);
    }

    /** The index that the engine keeps so. */
    static N1qlIndex of(IndexDefinition definition) {
        N1qlValue options = N1qlValues.parse(definition.options());
        List<IndexKey> keys = new ArrayList<>();
        for (N1qlValue key : (N1qlArray) options.field("keys")) {
            keys.add(new IndexKey(
                    expression(key.field("value")),
                    key.field("each").truth(),
                    key.field("distinct").truth(),
                    key.field("descending").truth(),
                    key.field("missing").truth()));
        }
        N1qlValue where = options.field("where");
        return new N1qlIndex(
                definition.name(),
                keys,
                where.isMissing() ? null : expression(where),
                options.field("deferred").truth());
    }

    private static N1qlExpression expression(N1qlValue text) {
        return StatementReader.readExpression(((N1qlString) text).stringValue());
    }

    /** A key as lists of indexes show it. */
    static String text(IndexKey key) {
        String text = ExpressionText.of(key.value());
        if (key.each()) {
            text = (key.distinct() ? "(distinct (" : "(all (") + text + "))";
        }
        return text + (key.descending() ? " DESC" : "") + (key.includeMissing() ? " INCLUDE MISSING" : "");
    }
}
