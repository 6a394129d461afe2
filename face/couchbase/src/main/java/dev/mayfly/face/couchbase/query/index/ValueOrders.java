package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The orders of documents by the values at one path, as ORDER BY has them. A document that is no JSON has no values. */
public final class ValueOrders {
    private static final int BEYOND = KeyBytes.BINARY + 1;

    private ValueOrders() {}

    public static FieldOrder of(CollectionRecord record, FieldPath path, boolean descending) {
        return new FieldOrder(
                (_, content) -> {
                    N1qlValue value = value(record, content, path);
                    KeyBytes out = new KeyBytes();
                    return value == null ? null : (descending ? out.descending(value) : out.value(value)).toBytes();
                },
                walk(record, path, descending));
    }

    private static @Nullable N1qlValue value(CollectionRecord record, HiddenContent content, FieldPath path) {
        View document = record.format().view(content.body(), 0, content.body().length);
        return document instanceof JsonView && FieldOrder.value(document, path) instanceof JsonView value
                ? N1qlValues.stored(value)
                : null;
    }

    private static @Nullable IndexWalk walk(CollectionRecord record, FieldPath path, boolean descending) {
        if (path.names().stream().anyMatch(name -> name.contains("`") || FieldPath.positionOf(name) >= 0)) {
            return null;
        }
        String quoted = path.names().stream().map(name -> "`" + name + "`").collect(Collectors.joining("."));
        String asked = ExpressionText.of(StatementReader.readExpression(quoted));
        for (IndexDefinition definition : record.indexes()) {
            IndexKey first = first(definition);
            if (first != null && ExpressionText.of(first.value()).equals(asked)) {
                boolean isBackward = first.descending() != descending;
                return new IndexWalk(
                        definition,
                        List.of(values(first.descending())),
                        isBackward ? Direction.BACKWARD : Direction.FORWARD);
            }
        }
        return null;
    }

    /** Returns the first key of an index that has every document with such a value; else null. */
    private static @Nullable IndexKey first(IndexDefinition definition) {
        if (definition.kind() != IndexDefinition.Kind.ORDERED || !definition.isReady()) {
            return null;
        }
        N1qlIndex index = N1qlIndex.of(definition);
        boolean isOfAll = !index.isPrimary() && index.where() == null && index.arrayKey() == null;
        return isOfAll ? index.keys().getFirst() : null;
    }

    /** Returns the range of all values but MISSING. */
    private static KeyRange values(boolean descending) {
        return descending
                ? new KeyRange(tag(~KeyBytes.BINARY), tag(~KeyBytes.MISSING))
                : new KeyRange(tag(KeyBytes.NULL), tag(BEYOND));
    }

    private static byte[] tag(int tag) {
        return new byte[] {(byte) tag};
    }
}
