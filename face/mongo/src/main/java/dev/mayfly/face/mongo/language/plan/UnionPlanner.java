package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans an {@code $or} no index answers as a whole, when each of its branches has an index of its own. */
final class UnionPlanner {
    /** Limit on the branches that are planned separately; each holds a position in an index. */
    static final int BRANCHES_MAX = 200;

    private final List<KeyPart> sort;
    private final List<PlannerIndex> indexes;
    private final Collation collation;

    UnionPlanner(List<KeyPart> sort, List<PlannerIndex> indexes, Collation collation) {
        this.sort = sort;
        this.indexes = indexes;
        this.collation = collation;
    }

    /** The plan by the first such {@code $or} that is required, or null. */
    @Nullable
    Plan plan(MongoFilter filter) {
        List<MongoFilter> required = required(filter);
        for (int at = 0; at < required.size(); at++) {
            if (required.get(at) instanceof MongoFilter.AnyOf any) {
                List<MongoFilter> rest = new ArrayList<>(required);
                rest.remove(at);
                Plan plan = plan(filter, alternatives(any), rest);
                if (plan != null) {
                    return plan;
                }
            }
        }
        return null;
    }

    private @Nullable Plan plan(MongoFilter filter, List<MongoFilter> alternatives, List<MongoFilter> rest) {
        if (alternatives.isEmpty() || alternatives.size() > BRANCHES_MAX) {
            return null;
        }
        List<Plan> branches = new ArrayList<>(alternatives.size());
        boolean sorted = true;
        for (MongoFilter alternative : alternatives) {
            List<MongoFilter> all = new ArrayList<>(rest);
            all.addFirst(alternative);
            Plan branch = new Planner(new MongoFilter.AllOf(all), sort, collation).bound(indexes);
            if (branch == null) {
                return null;
            }
            branches.add(branch);
            sorted &= branch.sorted();
        }
        return new Plan.Union(branches, false, filter, sorted);
    }

    private static List<MongoFilter> required(MongoFilter filter) {
        return filter instanceof MongoFilter.AllOf all
                ? all.filters().stream()
                        .flatMap(each -> required(each).stream())
                        .toList()
                : List.of(filter);
    }

    private static List<MongoFilter> alternatives(MongoFilter filter) {
        return filter instanceof MongoFilter.AnyOf any
                ? any.filters().stream()
                        .flatMap(each -> alternatives(each).stream())
                        .toList()
                : List.of(filter);
    }
}
