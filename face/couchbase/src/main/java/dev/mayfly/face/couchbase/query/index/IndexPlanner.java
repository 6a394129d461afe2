package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.index.IndexCatalog.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses among the indexes of a keyspace. Safe for concurrent use. */
public final class IndexPlanner implements AccessPaths {
    private static final int NO_INDEX = 4000;

    private final IndexCatalog catalog;

    public IndexPlanner(IndexCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public AccessPath find(KeyspaceDemand wanted) {
        List<N1qlExpression> terms = N1qlExpression.conjuncts(wanted.where());
        SargFinder finder = new SargFinder(terms, wanted.unbound());
        IndexPath best = null;
        Entry primary = null;
        for (Entry entry : catalog.of(wanted.keyspace())) {
            if (!entry.isUsable()) {
                continue;
            }
            if (entry.index().isPrimary()) {
                primary = primary == null || isHinted(wanted, entry) ? entry : primary;
            } else {
                best = better(best, IndexPath.of(entry, wanted, terms, finder));
            }
        }
        boolean asksForPrimary = primary != null && isHinted(wanted, primary);
        if (best != null && (best.isHinted() || !asksForPrimary)) {
            return best;
        }
        ExpiryPath byExpiry = asksForPrimary ? null : ExpiryPath.of(wanted, finder);
        if (byExpiry != null) {
            return byExpiry;
        }
        if (primary != null) {
            return PrimaryPath.of(primary, wanted);
        }
        throw noIndex(wanted.keyspace());
    }

    static boolean isHinted(KeyspaceDemand wanted, Entry entry) {
        return wanted.hints().contains(entry.index().name());
    }

    private static @Nullable IndexPath better(@Nullable IndexPath a, @Nullable IndexPath b) {
        return a == null || b != null && b.worth() > a.worth() ? b : a;
    }

    private static N1qlException noIndex(BucketCollection keyspace) {
        String name = path(keyspace);
        return new N1qlException(
                NO_INDEX,
                "No index available on keyspace " + name + " that matches your query. Use CREATE PRIMARY INDEX ON "
                        + name + " to create a primary index, or check that your expected index is online.");
    }

    /** Returns the path of a keyspace in errors and plans. */
    static String path(BucketCollection keyspace) {
        String bucket = "`default`:`" + keyspace.bucket().name() + "`";
        boolean whole =
                keyspace.scope().equals(Scope.DEFAULT) && keyspace.name().equals(CollectionDefinition.DEFAULT);
        return whole ? bucket : bucket + ".`" + keyspace.scope() + "`.`" + keyspace.name() + "`";
    }
}
