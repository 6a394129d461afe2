package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.engine.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the properties of document after document by one state of a collection's policy, as of one instant. A hot path, which
 * costs nothing where there are no rules about properties.
 */
final class PropertyJudges {
    private static final PolicyState NO_RULES = PolicyState.initial(Policy.NONE, 0);

    private final List<FieldPath> paths;
    private final BatchJudge[] judges;

    private PropertyJudges(List<FieldPath> paths, @Nullable PropertyRules rules, long now) {
        this.paths = paths;
        this.judges = new BatchJudge[paths.size()];
        for (int index = 0; index < judges.length; index++) {
            judges[index] = judgeOf(paths.get(index), rules, now);
        }
    }

    /** Judges by a schema. */
    static PropertyJudges of(Schema schema, long now) {
        return new PropertyJudges(paths(List.of(schema)), schema.properties(), now);
    }

    /** Judges by each of some schemas; all of these judges have the same properties at the same places. */
    static List<PropertyJudges> ofEach(List<Schema> schemas, long now) {
        List<FieldPath> paths = paths(schemas);
        return schemas.stream()
                .map(schema -> new PropertyJudges(paths, schema.properties(), now))
                .toList();
    }

    private static List<FieldPath> paths(List<Schema> schemas) {
        Set<FieldPath> paths = new LinkedHashSet<>();
        for (Schema schema : schemas) {
            PropertyRules rules = schema.properties();
            if (rules != null) {
                rules.properties().forEach(property -> paths.add(property.path()));
            }
        }
        return new ArrayList<>(paths);
    }

    /** A property without a rule is judged by none. */
    private static BatchJudge judgeOf(FieldPath path, @Nullable PropertyRules rules, long now) {
        if (rules != null) {
            for (PropertyRules.Property property : rules.properties()) {
                if (property.path().equals(path)) {
                    int[] queues = property.queues().stream()
                            .mapToInt(Integer::intValue)
                            .toArray();
                    return new BatchJudge(property.policy(), queues, now);
                }
            }
        }
        return new BatchJudge(NO_RULES, new int[0], now);
    }

    /** The number of properties that may have rules. */
    int count() {
        return judges.length;
    }

    /** The path of one property. */
    FieldPath path(int property) {
        return paths.get(property);
    }

    /** The judge of one property. */
    BatchJudge at(int property) {
        return judges[property];
    }

    /** Returns the latest instant in the queue at which an entry can matter, or the least instant if none can. */
    long latest(int queue) {
        long latest = Long.MIN_VALUE;
        for (BatchJudge judge : judges) {
            latest = Math.max(latest, judge.latest(queue));
        }
        return latest;
    }

    /** Returns the latest instant in the queue at which an entry may be due, or the least instant if none can. */
    long latestDue(int queue) {
        long latest = Long.MIN_VALUE;
        for (BatchJudge judge : judges) {
            latest = Math.max(latest, judge.latestDue(queue));
        }
        return latest;
    }

    /**
     * Counts the properties of a living document for a forecast.
     *
     * @param end the deadline of the document, with which all of its properties go
     */
    void count(QueueHead head, long end, ForecastCount count) {
        for (int property = 0; property < judges.length; property++) {
            long deadline = judges[property].deadline(head);
            boolean isHidden = judges[property].isHidden(head, deadline);
            if (isHidden || deadline < end) {
                count.add(deadline, isHidden, 0);
            }
        }
    }

    /** Counts the properties of documents of which is only known about when they go. */
    void count(ExpiryHistogram.Cell cell, long end, ForecastCount count) {
        for (int property = 0; property < judges.length; property++) {
            long deadline = judges[property].deadline(cell);
            if (deadline < end) {
                count.spread(deadline, cell.spanMillis(), cell.documents(), 0);
            }
        }
    }
}
