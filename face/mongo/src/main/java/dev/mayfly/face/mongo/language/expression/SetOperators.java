package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** Arrays as sets: order and repetition do not count. Unions and intersections come out sorted. */
final class SetOperators {
    /** Overhead of a tree entry besides its value. */
    private static final int ENTRY_BYTES = 48;

    private SetOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$setUnion", Nary.collated(0, Integer.MAX_VALUE, SetOperators::union));
        table.put("$setIntersection", Nary.collated(0, Integer.MAX_VALUE, SetOperators::intersection));
        table.put("$setDifference", Nary.collated(2, 2, SetOperators::difference));
        table.put("$setEquals", SetOperators::equality);
        table.put("$setIsSubset", Nary.collated(2, 2, SetOperators::isSubset));
        table.put("$anyElementTrue", Nary.one(value -> anyElement("$anyElementTrue", 17041, value, true)));
        table.put("$allElementsTrue", Nary.one(value -> allElements(value)));
    }

    private static Set<BsonValue> setOf(Collection<BsonValue> values, Collation collation) {
        Set<BsonValue> set = new TreeSet<>(collation.order());
        addAll(set, values);
        return set;
    }

    private static void addAll(Set<BsonValue> set, Collection<BsonValue> values) {
        RequestGuard guard = RequestGuard.current();
        for (BsonValue value : values) {
            guard.step();
            if (set.add(value)) {
                guard.charge(ENTRY_BYTES);
            }
        }
    }

    private static BsonValue union(BsonValue[] operands, Collation collation) {
        Set<BsonValue> union = new TreeSet<>(collation.order());
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            requireArray(operand, 17043, "All operands of $setUnion must be arrays. One argument is of type: ");
            addAll(union, operand.asArray());
        }
        return new BsonArray(List.copyOf(union));
    }

    private static BsonValue intersection(BsonValue[] operands, Collation collation) {
        Set<BsonValue> common = null;
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            requireArray(operand, 17047, "All operands of $setIntersection must be arrays. One argument is of type: ");
            Set<BsonValue> set = setOf(operand.asArray(), collation);
            if (common == null) {
                common = set;
            } else {
                common.removeIf(value -> !set.contains(value));
            }
        }
        return common == null ? new BsonArray() : new BsonArray(List.copyOf(common));
    }

    private static BsonValue difference(BsonValue[] operands, Collation collation) {
        BsonValue left = operands[0];
        BsonValue right = operands[1];
        if (ExpressionValues.isNullish(left) || ExpressionValues.isNullish(right)) {
            return ExpressionValues.NULL;
        }
        requireArray(left, 17048, "both operands of $setDifference must be arrays. First argument is of type: ");
        requireArray(right, 17049, "both operands of $setDifference must be arrays. Second argument is of type: ");
        Set<BsonValue> seen = setOf(right.asArray(), collation);
        BsonArray rest = new BsonArray();
        for (BsonValue value : left.asArray()) {
            if (seen.add(value)) {
                rest.add(value);
            }
        }
        return rest;
    }

    private static Expression equality(String name, BsonValue argument, Scope scope) {
        int count = argument.isArray() ? argument.asArray().size() : 1;
        if (count < 2) {
            throw location(17045, name + " needs at least two arguments had: " + count);
        }
        return Nary.collated(2, Integer.MAX_VALUE, SetOperators::equal).compile(name, argument, scope);
    }

    private static BsonValue equal(BsonValue[] operands, Collation collation) {
        Set<BsonValue> first = null;
        boolean equal = true;
        for (int i = 0; i < operands.length; i++) {
            requireArray(
                    operands[i],
                    17044,
                    "All operands of $setEquals must be arrays. " + (i + 1) + "-th argument is of type: ");
            Set<BsonValue> set = setOf(operands[i].asArray(), collation);
            first = first == null ? set : first;
            equal &= set.size() == first.size() && first.containsAll(set);
        }
        return ExpressionValues.of(equal);
    }

    private static BsonValue isSubset(BsonValue[] operands, Collation collation) {
        BsonValue left = operands[0];
        BsonValue right = operands[1];
        requireArray(left, 17046, "both operands of $setIsSubset must be arrays. First argument is of type: ");
        requireArray(right, 17042, "both operands of $setIsSubset must be arrays. Second argument is of type: ");
        return ExpressionValues.of(setOf(right.asArray(), collation).containsAll(left.asArray()));
    }

    private static BsonValue anyElement(String name, int code, BsonValue value, boolean wanted) {
        requireArray(value, code, name + "'s argument must be an array, but is ");
        for (BsonValue element : value.asArray()) {
            if (ExpressionValues.isTrue(element) == wanted) {
                return ExpressionValues.of(true);
            }
        }
        return ExpressionValues.of(false);
    }

    private static BsonValue allElements(BsonValue value) {
        return ExpressionValues.of(
                !anyElement("$allElementsTrue", 17040, value, false).asBoolean().getValue());
    }

    private static void requireArray(BsonValue value, int code, String refusal) {
        if (!value.isArray()) {
            throw location(code, refusal + TypeNames.of(value));
        }
    }
}
