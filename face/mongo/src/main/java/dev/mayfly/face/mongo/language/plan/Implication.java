package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.mongo.language.filter.Comparison;
import dev.mayfly.face.mongo.language.filter.InSet;
import dev.mayfly.face.mongo.language.filter.Intervals;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.TypeTest;
import dev.mayfly.face.mongo.language.filter.ValueTest;
import dev.mayfly.face.mongo.language.value.Collation;

/** Decides whether a partial index contains every match of a filter. Says yes only when it is sure. */
final class Implication {
    private Implication() {}

    static boolean holds(MongoFilter filter, MongoFilter partial) {
        return switch (partial) {
            case MongoFilter.AllOf all -> all.filters().stream().allMatch(each -> holds(filter, each));
            case MongoFilter.AnyOf any ->
                implies(filter, any) || any.filters().stream().anyMatch(each -> holds(filter, each));
            case MongoFilter.AtPath _,
                    MongoFilter.Not _,
                    MongoFilter.Conforms _,
                    MongoFilter.Computed _,
                    MongoFilter.Where _,
                    MongoFilter.Near _,
                    MongoFilter.Text _,
                    MongoFilter.Expires _ -> implies(filter, partial);
        };
    }

    private static boolean implies(MongoFilter filter, MongoFilter wanted) {
        if (filter.equals(wanted)) {
            return true;
        }
        return switch (filter) {
            case MongoFilter.AllOf all -> all.filters().stream().anyMatch(each -> implies(each, wanted));
            case MongoFilter.AnyOf any ->
                !any.filters().isEmpty() && any.filters().stream().allMatch(each -> implies(each, wanted));
            case MongoFilter.AtPath at ->
                wanted instanceof MongoFilter.AtPath other
                        && at.path().equals(other.path())
                        && implies(at.test(), other.test());
            case MongoFilter.Not _,
                    MongoFilter.Conforms _,
                    MongoFilter.Computed _,
                    MongoFilter.Where _,
                    MongoFilter.Near _,
                    MongoFilter.Text _,
                    MongoFilter.Expires _ -> false;
        };
    }

    private static boolean implies(ValueTest test, ValueTest wanted) {
        return switch (wanted) {
            case ValueTest.Exists _ -> isPositive(test) && !test.passes(null);
            case Comparison comparison -> liesWithin(test, wanted, comparison.collation());
            case InSet set -> liesWithin(test, wanted, set.collation());
            case TypeTest types -> test instanceof Comparison comparison && isOfType(comparison, types);
            default -> false;
        };
    }

    private static boolean isPositive(ValueTest test) {
        return !(test instanceof ValueTest.Negated || test instanceof ValueTest.Every);
    }

    private static boolean liesWithin(ValueTest test, ValueTest wanted, Collation collation) {
        Intervals inner = Intervals.of(test, collation);
        Intervals outer = Intervals.of(wanted, collation);
        return inner != null && outer != null && outer.exact() && !inner.list().isEmpty() && outer.contain(inner);
    }

    /** Every type that compares equal to the operand must be among them. */
    private static boolean isOfType(Comparison comparison, TypeTest types) {
        ValueType type = comparison.operand().type();
        if (type == ValueType.ARRAY
                || type == ValueType.MIN_KEY
                || type == ValueType.MAX_KEY
                || type == ValueType.NULL) {
            return false;
        }
        for (ValueType each : ValueType.values()) {
            if (each.bracket() == type.bracket() && !types.types().contains(each)) {
                return false;
            }
        }
        return true;
    }
}
