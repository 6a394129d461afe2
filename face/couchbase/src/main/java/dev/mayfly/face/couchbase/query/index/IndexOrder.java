package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a walk of an index meets documents in the requested order, and in which direction. A key that the
 * condition fixes may stand anywhere. Used by one thread.
 */
final class IndexOrder {
    private final List<IndexKey> keys;
    private final List<N1qlExpression> values;
    private final List<@Nullable Sarg> sargs;
    private final N1qlExpression id;
    private boolean decided;
    private boolean backward;
    private boolean met = true;
    private int at;

    private IndexOrder(
            List<IndexKey> keys, List<N1qlExpression> values, List<@Nullable Sarg> sargs, N1qlExpression id) {
        this.keys = keys;
        this.values = values;
        this.sargs = sargs;
        this.id = id;
    }

    static IndexOrder of(
            N1qlIndex index, List<N1qlExpression> values, List<@Nullable Sarg> sargs, KeyspaceDemand wanted) {
        IndexOrder order = new IndexOrder(index.keys(), values, sargs, DocumentKeyPath.id(wanted.alias()));
        if (index.arrayKey() != null) {
            order.met = wanted.order().isEmpty();
        }
        for (N1qlQuery.Sort sort : wanted.order()) {
            order.met = order.met && order.take(sort);
        }
        return order;
    }

    boolean isMet() {
        return met;
    }

    boolean isBackward() {
        return backward;
    }

    private boolean take(N1qlQuery.Sort sort) {
        // Unknown values stand first, ascending.
        Boolean nullsLast = sort.nullsLast();
        if (nullsLast != null && nullsLast.booleanValue() != sort.descending()) {
            return false;
        }
        while (at < keys.size() && !values.get(at).equals(sort.value()) && isFixed(at)) {
            at++;
        }
        if (at < keys.size() && values.get(at).equals(sort.value())) {
            boolean turned = keys.get(at).descending() != sort.descending();
            at++;
            return goes(turned);
        }
        if (at == keys.size() && DocumentKeyPath.isId(sort.value(), id)) {
            return goes(sort.descending());
        }
        return fixes(sort.value());
    }

    private boolean goes(boolean turned) {
        if (!decided) {
            decided = true;
            backward = turned;
        }
        return backward == turned;
    }

    private boolean isFixed(int key) {
        Sarg sarg = sargs.get(key);
        return sarg != null && sarg.isPoint();
    }

    private boolean fixes(N1qlExpression value) {
        int key = values.indexOf(value);
        return key >= 0 && isFixed(key);
    }
}
