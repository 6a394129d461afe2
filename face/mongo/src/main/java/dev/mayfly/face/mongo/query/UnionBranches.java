package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Opens the branches of a union.
 *
 * @param collation by which texts are sorted
 */
record UnionBranches(Collection collection, Plan.Union union, BsonDocument sort, Collation collation) {
    int size() {
        return union.branches().size();
    }

    Results open(int branch, ReadView reading) {
        Results found = Query.found(collection, reading, union.branches().get(branch), sort, collation);
        if (union.disjoint() || branch == 0) {
            return found;
        }
        List<MongoFilter> earlier =
                union.branches().subList(0, branch).stream().map(Plan::filter).toList();
        return new BranchResults(found, earlier);
    }
}
