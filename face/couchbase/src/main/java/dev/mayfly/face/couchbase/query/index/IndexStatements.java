package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Statements that make, drop and build indexes. Safe for concurrent use; may wait. */
public final class IndexStatements implements Definitions {
    private static final int WRONG_OPTION = 12038;

    private final IndexCatalog catalog;

    public IndexStatements(IndexCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public void createIndex(BucketCollection keyspace, N1qlStatement.CreateIndex index) {
        if (index.ifNotExists() && catalog.find(keyspace, index.name()) != null) {
            return;
        }
        catalog.create(keyspace, new N1qlIndex(index.name(), index.keys(), index.where(), isDeferred(index.with())));
    }

    /** Reads the only option that matters on a single node, {@code defer_build}; number and place of copies do not. */
    private static boolean isDeferred(@Nullable N1qlExpression with) {
        if (with == null) {
            return false;
        }
        if (!(with instanceof N1qlExpression.NewObject(List<N1qlExpression.Member> members))) {
            if (with instanceof N1qlExpression.Constant(var value)) {
                return value.field("defer_build").truth();
            }
            throw new N1qlException(WRONG_OPTION, "The options of an index are an object of constants.");
        }
        for (N1qlExpression.Member member : members) {
            boolean named = member.name() instanceof N1qlExpression.Constant(var name)
                    && name.toString().toLowerCase(Locale.ROOT).equals("defer_build");
            if (named) {
                return member.value() instanceof N1qlExpression.Constant(var value) && value.truth();
            }
        }
        return false;
    }

    @Override
    public void dropIndex(BucketCollection keyspace, N1qlStatement.DropIndex index) {
        if (!index.ifExists() || catalog.find(keyspace, index.name()) != null) {
            catalog.drop(keyspace, index.name());
        }
    }

    @Override
    public void buildIndexes(BucketCollection keyspace, List<String> names) {
        catalog.build(keyspace, names);
    }
}
