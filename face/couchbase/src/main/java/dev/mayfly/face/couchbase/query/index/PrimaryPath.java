package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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
    private final KeyspaceDemand wanted;
    private final boolean ordered;
    private final boolean backward;
    private final boolean covering;

    private PrimaryPath(Entry entry, KeyspaceDemand wanted) {
        N1qlExpression id = DocumentKeyPath.id(wanted.alias());
        this.entry = entry;
        this.wanted = wanted;
        List<N1qlQuery.Sort> order = wanted.order();
        this.ordered = order.isEmpty()
                || order.size() == 1 && DocumentKeyPath.isId(order.getFirst().value(), id);
        this.backward = ordered && !order.isEmpty() && order.getFirst().descending();
        List<N1qlExpression> uses = wanted.uses();
        this.covering = uses != null && uses.stream().allMatch(use -> DocumentKeyPath.isId(use, id));
    }

    static PrimaryPath of(Entry entry, KeyspaceDemand wanted) {
        return new PrimaryPath(entry, wanted);
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public boolean isPrimary() {
        return true;
    }

    @Override
    public boolean isCovering() {
        return covering;
    }

    @Override
    public DocumentCursor open(ReadView reading, Function<N1qlExpression, N1qlValue> values) {
        return wanted.keyspace()
                .collection()
                .scan(reading, List.of(KeyRange.ALL), backward ? Direction.BACKWARD : Direction.FORWARD);
    }

    @Override
    public N1qlValue explained() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("#operator", N1qlValues.of("PrimaryScan3"));
        fields.put("as", N1qlValues.of(wanted.alias()));
        fields.put("index", N1qlValues.of(entry.index().name()));
        describe(wanted.keyspace(), fields);
        fields.put("using", N1qlValues.of("gsi"));
        return N1qlValues.object(fields);
    }

    /** Describes the location of the documents. */
    static void describe(BucketCollection keyspace, SequencedMap<String, N1qlValue> fields) {
        fields.put("bucket", N1qlValues.of(keyspace.bucket().name()));
        fields.put("keyspace", N1qlValues.of(keyspace.name()));
        fields.put("namespace", N1qlValues.of("default"));
        fields.put("scope", N1qlValues.of(keyspace.scope()));
    }
}
