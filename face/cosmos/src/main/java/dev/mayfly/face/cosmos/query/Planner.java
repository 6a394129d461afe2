package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.query.Bound.Tightness;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Chooses how to find the items of a query. Used once. */
final class Planner {
    /*
     * Items that are named by their keys are read. Otherwise conditions of equality with an index are best, the one with the
     * fewest entries; then ranges. A small partition is read whole, and so is everything, if all that is known of the items
     * is that many of them have some property.
     *
     * ORDER BY is served by the index of its path, or the composite index of its paths, or not at all; but where few items
     * can pass the filter, these are found and sorted.
     */
    /** More equal values, each with the partition, than this are no gain. */
    private static final int NARROWED_MAX = 1_000;

    /** Counts keys of a walk, but no more than this many. */
    @FunctionalInterface
    interface Estimate {
        int keys(ItemWalk walk, int max);
    }

    private final UsableIndexes indexes;
    private final ItemRanges items;
    private final List<List<Bound>> conditions;
    private final Estimate estimate;
    private final int few;
    private final @Nullable DeadlineRange deadlines;

    /**
     * @param deadlines which deadlines the items have that are asked for, or null when nothing is said of them
     * @param few so few items are read and sorted rather than walking an index past many others
     */
    Planner(
            UsableIndexes indexes,
            ItemRanges items,
            List<List<Bound>> conditions,
            @Nullable DeadlineRange deadlines,
            Estimate estimate,
            int few) {
        this.indexes = indexes;
        this.items = items;
        this.conditions = conditions;
        this.deadlines = deadlines;
        this.estimate = estimate;
        this.few = few;
    }

    /** A walk of an index for one of the conditions. */
    private record Candidate(int condition, ItemWalk walk, Tightness tightness) {
        boolean isEqual() {
            return tightness == Tightness.EQUAL;
        }
    }

    /** Plans a query whose order does not matter. */
    Plan plan() {
        Candidate best = items.isSingle() ? null : best(candidates());
        if (deadlines != null && (best == null || !best.isEqual()) && !items.isSingle() && !isFewItems()) {
            return new Plan.AsFound(ItemWalk.ofDeadlines(deadlines), Plan.ByDeadline.ORDER);
        }
        return best == null
                ? new Plan.AsFound(ItemWalk.ofItems(items.ranges()), "k")
                : new Plan.AsFound(best.walk, "i" + best.condition);
    }

    /**
     * Plans a query that looks at every item it may want.
     *
     * @param all the number of items; fetching a large part of them one by one takes longer than reading them all
     */
    Plan planOfAll(long all) {
        Plan plan = plan();
        IndexDefinition index = plan.walk().index();
        int most = (int) Math.min(Integer.MAX_VALUE, Math.max(few, all / 4));
        return index == null || estimate.keys(plan.walk(), most) < most
                ? plan
                : new Plan.AsFound(ItemWalk.ofItems(items.ranges()), "k");
    }

    /** For a further page, in the order of the first. */
    Plan resumed(String order) {
        if (order.equals(Plan.ByDeadline.ORDER) && deadlines != null) {
            return new Plan.AsFound(ItemWalk.ofDeadlines(deadlines), order);
        }
        if (order.equals("k")) {
            return new Plan.AsFound(ItemWalk.ofItems(items.ranges()), order);
        }
        int condition = condition(order);
        Candidate candidate = candidate(condition);
        return candidate != null
                ? new Plan.AsFound(candidate.walk, order)
                : new Plan.AsIndexed(
                        ItemWalk.ofItems(items.ranges()),
                        ranges(conditions.get(condition)),
                        conditions.get(condition).stream().map(Bound::path).toList(),
                        order);
    }

    private int condition(String order) {
        try {
            int condition = order.startsWith("i") ? Integer.parseInt(order.substring(1)) : -1;
            if (condition >= 0 && condition < conditions.size()) {
                return condition;
            }
        } catch (NumberFormatException _) {
            // Refused below.
        }
        throw PageToken.malformed();
    }

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (int condition = 0; condition < conditions.size(); condition++) {
            Candidate candidate = candidate(condition);
            if (candidate != null) {
                candidates.add(candidate);
            }
        }
        return candidates;
    }

    /** The walk for a condition, or null when no index has all its paths. */
    private @Nullable Candidate candidate(int condition) {
        List<Bound> alternatives = conditions.get(condition);
        IndexDefinition index = null;
        boolean several = alternatives.size() > 1;
        for (Bound bound : alternatives) {
            IndexDefinition covering = indexes.covering(bound.path());
            if (covering == null || (index != null && index.id() != covering.id())) {
                return null;
            }
            index = covering;
            several |= bound.path().isThroughElements();
        }
        if (index == null) {
            return null;
        }
        Tightness tightness = BoundFinder.looseness(alternatives);
        List<KeyInterval> ranges = ranges(alternatives);
        List<KeyInterval> narrowed = tightness == Tightness.EQUAL ? withinPartition(ranges) : ranges;
        return new Candidate(
                condition,
                new ItemWalk(null, index, ItemWalk.keyRanges(narrowed), several, hull(), false, 0),
                tightness);
    }

    private static List<KeyInterval> ranges(List<Bound> alternatives) {
        List<KeyInterval> ranges = new ArrayList<>();
        for (Bound bound : alternatives) {
            ranges.addAll(bound.behind(ValueKeys.path(bound.path())));
        }
        return KeyInterval.merged(ranges);
    }

    /** The entries of one value are in the order of the items' keys, so those of a partition lie side by side. */
    private List<KeyInterval> withinPartition(List<KeyInterval> values) {
        if (items.isEverywhere() || (long) values.size() * items.ranges().size() > NARROWED_MAX) {
            return values;
        }
        List<KeyInterval> narrowed = new ArrayList<>();
        for (KeyInterval value : values) {
            items.ranges().forEach(keys -> narrowed.add(keys.behind(value.from())));
        }
        return KeyInterval.merged(narrowed);
    }

    /** Returns one range around those of the items. */
    private KeyRange hull() {
        List<KeyInterval> ranges = items.ranges();
        return ranges.isEmpty()
                ? new KeyRange(new byte[0], new byte[0])
                : new KeyRange(ranges.getFirst().from(), ranges.getLast().until());
    }

    private @Nullable Candidate best(List<Candidate> candidates) {
        List<Candidate> equal = candidates.stream().filter(Candidate::isEqual).toList();
        if (isFewItems()) {
            return null;
        }
        if (!equal.isEmpty()) {
            return fewest(equal);
        }
        if (!items.isEverywhere()) {
            return null;
        }
        Candidate tightest = null;
        for (Candidate candidate : candidates) {
            if (tightest == null || candidate.tightness.compareTo(tightest.tightness) < 0) {
                tightest = candidate;
            }
        }
        boolean vague = tightest != null && tightest.tightness == Tightness.KIND && !areFew(tightest.walk);
        return vague ? null : tightest;
    }

    private boolean isFewItems() {
        return !items.isEverywhere() && areFew(ItemWalk.ofItems(items.ranges()));
    }

    private boolean areFew(ItemWalk walk) {
        return estimate.keys(walk, few) < few;
    }

    private Candidate fewest(List<Candidate> equal) {
        Candidate best = equal.getFirst();
        int fewest = equal.size() == 1 ? 0 : estimate.keys(best.walk, few);
        for (Candidate candidate : equal.subList(1, equal.size())) {
            int keys = estimate.keys(candidate.walk, few);
            if (keys < fewest) {
                best = candidate;
                fewest = keys;
            }
        }
        return best;
    }

    /** For a query with ORDER BY. */
    Plan sorted(SortSpec spec) {
        ItemWalk walk = spec.isSimple() ? simpleWalk(spec) : compositeWalk(spec);
        boolean undefined = !spec.isSimple() || indexes.names(spec.onlyPath());
        ItemWalk few = fewItems(spec);
        return few == null
                ? new Plan.Sorted(walk, spec, true, undefined)
                : new Plan.Sorted(few, spec, false, undefined);
    }

    /** For a query in the order of deadlines, of which items without one are left out. */
    Plan byDeadline(boolean backward) {
        boolean few = items.isSingle() || isFewItems();
        DeadlineRange range = deadlines == null ? DeadlineRange.ALL : deadlines;
        return new Plan.ByDeadline(few ? ItemWalk.ofItems(items.ranges()) : ItemWalk.ofDeadlines(range), backward);
    }

    /** A walk that finds so few items that they are sorted, or null. */
    private @Nullable ItemWalk fewItems(SortSpec spec) {
        ItemWalk ofItems = ItemWalk.ofItems(items.ranges());
        if (items.isSingle() || isFewItems()) {
            return ofItems;
        }
        for (Candidate candidate : candidates()) {
            ItemPath path = conditions.get(candidate.condition).getFirst().path();
            if (candidate.isEqual() && !path.equals(spec.onlyPath()) && areFew(candidate.walk)) {
                return candidate.walk;
            }
        }
        return null;
    }

    private ItemWalk simpleWalk(SortSpec spec) {
        ItemPath path = spec.onlyPath();
        IndexDefinition index = indexes.covering(path);
        if (index == null) {
            throw CosmosException.badRequest(
                    "The index path corresponding to the specified order-by item is excluded.");
        }
        byte[] prefix = ValueKeys.path(path);
        Bound bound = single(path);
        List<KeyInterval> ranges = bound == null ? List.of(KeyInterval.prefix(prefix)) : bound.behind(prefix);
        return new ItemWalk(null, index, ItemWalk.keyRanges(ranges), false, hull(), spec.backward(), prefix.length);
    }

    /** Returns the filter's bound on the value at a path, or null. */
    private @Nullable Bound single(ItemPath path) {
        for (List<Bound> alternatives : conditions) {
            if (alternatives.size() == 1 && alternatives.getFirst().path().equals(path)) {
                return alternatives.getFirst();
            }
        }
        return null;
    }

    private ItemWalk compositeWalk(SortSpec spec) {
        for (UsableIndexes.Composite composite : indexes.composites()) {
            if (composite.parts().equals(spec.parts())) {
                return new ItemWalk(
                        null, composite.index(), List.of(leading(spec.parts())), false, hull(), spec.backward(), 0);
            }
        }
        throw CosmosException.badRequest(
                "The order by query does not have a corresponding composite index that it can be served from.");
    }

    /** The keys that begin with the values which the filter fixes. */
    private KeyRange leading(List<Part> parts) {
        byte[] prefix = {};
        for (Part part : parts) {
            Bound bound = single(part.path());
            boolean fixed = bound != null
                    && bound.tightness() == Tightness.EQUAL
                    && bound.spans().size() == 1;
            if (!fixed) {
                break;
            }
            byte[] value = Objects.requireNonNull(bound).spans().getFirst().from();
            prefix = KeyInterval.joined(prefix, part.descending() ? KeyInterval.complement(value) : value);
        }
        return prefix.length == 0 ? KeyRange.ALL : KeyRange.prefix(prefix);
    }
}
