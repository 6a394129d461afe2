package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.IndexRequest;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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
        String name, List<IndexKey> keys, @Nullable Expression where, boolean deferred) {
    public static final String PRIMARY_NAME = "#primary";

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

    N1qlIndex built() {
        return new N1qlIndex(name, keys, where, false);
    }

    /** What the engine is asked for: a primary index has the documents themselves, and one that waits has nothing. */
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
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("keys", Values.array(keys.stream().map(N1qlIndex::described).toList()));
        if (where != null) {
            fields.put("where", Values.of(ExpressionText.of(where)));
        }
        fields.put("deferred", Values.of(deferred));
        return Values.json(Values.object(fields)).getBytes(StandardCharsets.UTF_8);
    }

    private static Value described(IndexKey key) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("value", Values.of(ExpressionText.of(key.value())));
        fields.put("each", Values.of(key.each()));
        fields.put("distinct", Values.of(key.distinct()));
        fields.put("descending", Values.of(key.descending()));
        fields.put("missing", Values.of(key.includeMissing()));
        return Values.object(fields);
    }

    /** The index that the engine keeps so. */
    static N1qlIndex of(IndexDefinition definition) {
        Value options = Values.parse(definition.options());
        List<IndexKey> keys = new ArrayList<>();
        for (Value key : (ArrayValue) options.field("keys")) {
            keys.add(new IndexKey(
                    expression(key.field("value")),
                    key.field("each").truth(),
                    key.field("distinct").truth(),
                    key.field("descending").truth(),
                    key.field("missing").truth()));
        }
        Value where = options.field("where");
        return new N1qlIndex(
                definition.name(),
                keys,
                where.isMissing() ? null : expression(where),
                options.field("deferred").truth());
    }

    private static Expression expression(Value text) {
        return StatementReader.readExpression(((StringValue) text).stringValue());
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
