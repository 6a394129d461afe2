package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.base.query.KeyPrefixes;
import dev.mayfly.face.mongo.language.filter.Predicate;
import dev.mayfly.face.mongo.language.filter.PredicateCompiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of an index in which all documents lie that a filter can match.
 *
 * @param ranges ascending, apart from each other
 * @param prefixes how many groups of ranges there are, of the same size, each with the same values in its leading parts
 * @param equalities how many leading parts are bound to single values
 * @param constants of the leading parts, whether each is bound to one value alone
 * @param ranged whether the part after these is bound to a range
 * @param leavesOutMissing whether some part must be there
 */
record IndexBounds(
        List<IndexRange> ranges,
        int prefixes,
        int equalities,
        List<Boolean> constants,
        boolean ranged,
        boolean leavesOutMissing) {
    /** Limit on the number of ranges of a scan. */
    private static final int RANGES_MAX = PredicateCompiler.SET_SIZE_MAX;

    boolean isBound() {
        return equalities > 0 || ranged;
    }

    boolean isConstant(int part) {
        return part < constants.size() && constants.get(part);
    }

    /** Returns the bounds of one group of ranges, in which every leading part is bound to one value alone. */
    IndexBounds ofOnePrefix() {
        List<Boolean> each = constants.stream().map(_ -> true).toList();
        return new IndexBounds(ranges, 1, equalities, each, ranged, leavesOutMissing);
    }

    static IndexBounds of(IndexShape shape, Map<FieldPath, List<Predicate>> predicates) {
        return new Builder(shape, predicates).build();
    }

    private static final class Builder {
        private final IndexShape shape;
        private final Map<FieldPath, List<Predicate>> predicates;
        private final List<Predicate> used = new ArrayList<>();
        private final List<Boolean> constants = new ArrayList<>();
        private final KeyPrefixes prefixes = new KeyPrefixes();

        Builder(IndexShape shape, Map<FieldPath, List<Predicate>> predicates) {
            this.shape = shape;
            this.predicates = predicates;
        }

        IndexBounds build() {
            for (KeyPart part : shape.parts()) {
                Predicate predicate = choose(part.path());
                if (predicate == null) {
                    break;
                }
                List<KeyInterval> intervals = predicate.intervals().list();
                if (prefixes.sizeWith(intervals) > RANGES_MAX) {
                    break;
                }
                used.add(predicate);
                if (!predicate.intervals().arePoints()) {
                    return bounds(prefixes.ranges(intervals, part.descending()), true);
                }
                constants.add(intervals.size() == 1);
                prefixes.bind(intervals, part.descending());
            }
            return bounds(prefixes.ranges(), false);
        }

        private IndexBounds bounds(List<IndexRange> ranges, boolean ranged) {
            return new IndexBounds(
                    ranges, prefixes.size(), constants.size(), List.copyOf(constants), ranged, leavesOutMissing());
        }

        private boolean leavesOutMissing() {
            return used.stream().anyMatch(each -> !each.intervals().includeMissing());
        }

        /** In an index without arrays all that is said of a path holds of its one value, else only one thing can. */
        private @Nullable Predicate choose(FieldPath path) {
            Predicate chosen = null;
            for (Predicate each : predicates.getOrDefault(path, List.of())) {
                if (shape.multikey() && !standsBesideAll(each)) {
                    continue;
                }
                if (chosen == null) {
                    chosen = each;
                } else if (!shape.multikey()) {
                    chosen = new Predicate(path, chosen.intervals().intersect(each.intervals()), List.of());
                } else if (!chosen.intervals().arePoints() && each.intervals().arePoints()) {
                    chosen = each;
                }
            }
            return chosen;
        }

        private boolean standsBesideAll(Predicate predicate) {
            return used.stream().allMatch(predicate::standsBeside);
        }
    }
}
