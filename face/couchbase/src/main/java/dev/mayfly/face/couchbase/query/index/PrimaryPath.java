package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.index.IndexCatalog.Entry;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/** All documents of a keyspace, in the order of their keys: what a primary index is. Immutable. */
final class PrimaryPath implements AccessPath {
    private final Entry entry;
    private final Wanted wanted;
    private final boolean ordered;
    private final boolean backward;
    private final boolean covering;

    private PrimaryPath(Entry entry, Wanted wanted) {
        Expression id = DocumentKeyPath.id(wanted.alias());
        this.entry = entry;
        this.wanted = wanted;
        List<Query.Sort> order = wanted.order();
        this.ordered = order.isEmpty()
                || order.size() == 1 && DocumentKeyPath.isId(order.getFirst().value(), id);
        this.backward = ordered && !order.isEmpty() && order.getFirst().descending();
        List<Expression> uses = wanted.uses();
        this.covering = uses != null && uses.stream().allMatch(use -> DocumentKeyPath.isId(use, id));
    }

    static PrimaryPath of(Entry entry, Wanted wanted) {
        return new PrimaryPath(entry, wanted);
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public boolean isCovering() {
        return covering;
    }

    @Override
    public DocumentCursor open(Reading reading, Function<Expression, Value> values) {
        return wanted.keyspace()
                .collection()
                .scan(reading, List.of(KeyRange.ALL), backward ? Direction.BACKWARD : Direction.FORWARD);
    }

    @Override
    public Value explained() {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("#operator", Values.of("PrimaryScan3"));
        fields.put("as", Values.of(wanted.alias()));
        fields.put("index", Values.of(entry.index().name()));
        describe(wanted.keyspace(), fields);
        fields.put("using", Values.of("gsi"));
        return Values.object(fields);
    }

    /** Where the documents are. */
    static void describe(BucketCollection keyspace, SequencedMap<String, Value> fields) {
        fields.put("bucket", Values.of(keyspace.bucket().name()));
        fields.put("keyspace", Values.of(keyspace.name()));
        fields.put("namespace", Values.of("default"));
        fields.put("scope", Values.of(keyspace.scope()));
    }
}
