package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Plans queries about deadlines: where no index finds the documents, the queues do in which they wait to expire. */
final class DeadlinePlanner {
    private long from = Long.MIN_VALUE;
    private long until = Deadlines.NO_DEADLINE;
    private boolean isBound;

    private DeadlinePlanner() {}

    /**
     * The plan, or null for a query that is better answered in another way.
     *
     * @param unsorted the plan of the same query without its order
     */
    static @Nullable Plan plan(QuerySpec spec, Supplier<Plan> unsorted) {
        boolean isOrder = isOrder(spec.sort());
        DeadlinePlanner planner = new DeadlinePlanner();
        planner.narrow(spec.filter());
        boolean isAbout = isOrder || planner.isBound;
        if (!isAbout || spec.hint() != null || !(unsorted.get() instanceof Plan.CollectionScan)) {
            return null;
        }
        return new Plan.DeadlineScan(
                planner.from,
                Math.max(planner.from, planner.until),
                !planner.isBound,
                spec.filter(),
                isOrder || spec.sort().isEmpty());
    }

    private static boolean isOrder(BsonDocument sort) {
        return sort.size() == 1
                && DeadlineField.isAskedBy(sort.values().iterator().next());
    }

    private void narrow(MongoFilter filter) {
        if (filter instanceof MongoFilter.AllOf all) {
            all.filters().forEach(this::narrow);
        } else if (filter instanceof MongoFilter.Expires expires && !expires.never()) {
            from = Math.max(from, expires.from());
            until = Math.min(until, expires.until());
            isBound = true;
        }
    }
}
