package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement;
import dev.mayfly.face.couchbase.query.run.Definitions;
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
    public void createIndex(BucketCollection keyspace, Statement.CreateIndex index) {
        if (index.ifNotExists() && catalog.find(keyspace, index.name()) != null) {
            return;
        }
        catalog.create(keyspace, new N1qlIndex(index.name(), index.keys(), index.where(), isDeferred(index.with())));
    }

    /** Of the options one means something on a single node; how many copies there are, and where, does not. */
    private static boolean isDeferred(@Nullable Expression with) {
        if (with == null) {
            return false;
        }
        if (!(with instanceof Expression.NewObject(List<Expression.Member> members))) {
            if (with instanceof Expression.Constant(var value)) {
                return value.field("defer_build").truth();
            }
            throw new QueryException(WRONG_OPTION, "The options of an index are an object of constants.");
        }
        for (Expression.Member member : members) {
            boolean named = member.name() instanceof Expression.Constant(var name)
                    && name.toString().toLowerCase(Locale.ROOT).equals("defer_build");
            if (named) {
                return member.value() instanceof Expression.Constant(var value) && value.truth();
            }
        }
        return false;
    }

    @Override
    public void dropIndex(BucketCollection keyspace, Statement.DropIndex index) {
        if (!index.ifExists() || catalog.find(keyspace, index.name()) != null) {
            catalog.drop(keyspace, index.name());
        }
    }

    @Override
    public void buildIndexes(BucketCollection keyspace, List<String> names) {
        catalog.build(keyspace, names);
    }
}
