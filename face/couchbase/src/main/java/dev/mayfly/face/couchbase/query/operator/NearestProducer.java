package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.base.query.VectorNumbers;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.vector.NearestFound;
import dev.mayfly.engine.vector.NearestSearch;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.index.DistanceOrder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a keyspace among which the first rows are of a statement that orders by the distance of vectors: found by the
 * vectors that are kept in memory. Where these cannot tell, all documents.
 */
public final class NearestProducer implements Producer {
    /*
     * What it finds are those documents, and all that are as near as the last of them, in the order of a scan. The statement sorts
     * them, so its rows are those that it makes of all documents.
     */
    private final KeyspaceProducer all;
    private final DistanceOrder order;
    private final PageClause page;
    private final List<Scalar> filters;

    /**
     * Documents for a statement of which all conditions are known here.
     *
     * @param filters what must be true of a document
     */
    public NearestProducer(KeyspaceProducer all, DistanceOrder order, PageClause page, List<Scalar> filters) {
        this.all = all;
        this.order = order;
        this.page = page;
        this.filters = List.copyOf(filters);
    }

    @Override
    public boolean each(Frame frame, JoinStep body) {
        List<Document> found = find(frame);
        if (found == null) {
            return all.each(frame, body);
        }
        for (Document document : found) {
            frame.execution().check();
            if (!all.row(frame, document, body)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable List<Document> find(Frame frame) {
        all.require(frame);
        long wanted = page.needed(frame);
        boolean isFew = wanted > 0 && wanted <= Integer.MAX_VALUE;
        if (!isFew || frame.isCorrelated() || frame.execution().transaction() != null) {
            return null;
        }
        DistanceOrder.Target target = order.target(frame);
        if (target == null) {
            return null;
        }
        Collection collection = all.keyspace().collection();
        // The documents are read one by one, each as of the statement's instant.
        Optional<NearestFound> nearest = collection
                .vectors()
                .nearest(collection.reading(frame.execution().reads().instant()), new Search(frame, target, (int)
                        wanted));
        boolean isEnough = nearest.isPresent()
                && (order.unknownFirst() || nearest.get().documents().size() >= wanted);
        return isEnough ? nearest.get().documents() : null;
    }

    /** One search. */
    private final class Search implements NearestSearch {
        private final Frame frame;
        private final DistanceOrder.Target target;
        private final int limit;
        private double score;

        Search(Frame frame, DistanceOrder.Target target, int limit) {
            this.frame = frame;
            this.target = target;
            this.limit = limit;
        }

        @Override
        public FieldPath path() {
            return order.path();
        }

        @Override
        public double[] vector() {
            return target.vector();
        }

        @Override
        public VectorMetric metric() {
            return target.metric().of();
        }

        @Override
        public int limit() {
            return limit;
        }

        @Override
        public double @Nullable [] numbersOf(View value) {
            return VectorNumbers.of(value);
        }

        @Override
        public boolean wantsOthers() {
            return order.unknownFirst();
        }

        @Override
        public double score(Document document) {
            frame.execution().check();
            score = Double.NaN;
            if (!KeyspaceProducer.isRecord(document)) {
                all.row(frame, document, this::judge);
            }
            return score;
        }

        private boolean judge(Frame row) {
            row.beginRow();
            for (Scalar filter : filters) {
                if (!filter.of(row).truth()) {
                    return true;
                }
            }
            N1qlValue distance = order.distance().of(row);
            double unknown = order.unknownFirst() ? Double.POSITIVE_INFINITY : Double.NaN;
            score = distance instanceof N1qlNumber number ? -number.doubleValue() : unknown;
            return true;
        }

        @Override
        public double scoreOf(double value) {
            return -target.metric().distance(value);
        }
    }

    @Override
    public N1qlValue explained() {
        return ExplainNode.operator("NearestScan")
                .with("distance", order.text())
                .with("keyspace", all.keyspace().name())
                .with("otherwise", all.explained())
                .with("using", "mayfly")
                .value();
    }

    @Override
    public boolean fetches() {
        return all.fetches();
    }
}
