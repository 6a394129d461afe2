package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.face.mongo.language.value.BsonOrder;
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
    private SetOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$setUnion", Nary.any(SetOperators::union));
        table.put("$setIntersection", Nary.any(SetOperators::intersection));
        table.put("$setDifference", Nary.exactly(2, operands -> difference(operands[0], operands[1])));
        table.put("$setEquals", Nary.between(2, Integer.MAX_VALUE, SetOperators::equal));
        table.put("$setIsSubset", Nary.exactly(2, operands -> isSubset(operands[0], operands[1])));
        table.put("$anyElementTrue", Nary.one(value -> anyElement("$anyElementTrue", 17041, value, true)));
        table.put("$allElementsTrue", Nary.one(value -> allElements(value)));
    }

    private static Set<BsonValue> setOf(Collection<BsonValue> values) {
        Set<BsonValue> set = new TreeSet<>(BsonOrder.ORDER);
        set.addAll(values);
        return set;
    }

    private static BsonValue union(BsonValue[] operands) {
        Set<BsonValue> union = new TreeSet<>(BsonOrder.ORDER);
        for (BsonValue operand : operands) {
            if (Values.isNullish(operand)) {
                return Values.NULL;
            }
            requireArray(operand, 17043, "All operands of $setUnion must be arrays. One argument is of type: ");
            union.addAll(operand.asArray());
        }
        return new BsonArray(List.copyOf(union));
    }

    private static BsonValue intersection(BsonValue[] operands) {
        Set<BsonValue> common = null;
        for (BsonValue operand : operands) {
            if (Values.isNullish(operand)) {
                return Values.NULL;
            }
            requireArray(operand, 17047, "All operands of $setIntersection must be arrays. One argument is of type: ");
            Set<BsonValue> set = setOf(operand.asArray());
            if (common == null) {
                common = set;
            } else {
                common.removeIf(value -> !set.contains(value));
            }
        }
        return common == null ? new BsonArray() : new BsonArray(List.copyOf(common));
    }

    private static BsonValue difference(BsonValue left, BsonValue right) {
        if (Values.isNullish(left) || Values.isNullish(right)) {
            return Values.NULL;
        }
        requireArray(left, 17048, "both operands of $setDifference must be arrays. First argument is of type: ");
        requireArray(right, 17049, "both operands of $setDifference must be arrays. Second argument is of type: ");
        Set<BsonValue> seen = setOf(right.asArray());
        BsonArray rest = new BsonArray();
        for (BsonValue value : left.asArray()) {
            if (seen.add(value)) {
                rest.add(value);
            }
        }
        return rest;
    }

    private static BsonValue equal(BsonValue[] operands) {
        Set<BsonValue> first = null;
        boolean equal = true;
        for (int i = 0; i < operands.length; i++) {
            requireArray(
                    operands[i],
                    17044,
                    "All operands of $setEquals must be arrays. " + (i + 1) + "-th argument is of type: ");
            Set<BsonValue> set = setOf(operands[i].asArray());
            first = first == null ? set : first;
            equal &= set.size() == first.size() && first.containsAll(set);
        }
        return Values.of(equal);
    }

    private static BsonValue isSubset(BsonValue left, BsonValue right) {
        requireArray(left, 17046, "both operands of $setIsSubset must be arrays. First argument is of type: ");
        requireArray(right, 17042, "both operands of $setIsSubset must be arrays. Second argument is of type: ");
        return Values.of(setOf(right.asArray()).containsAll(left.asArray()));
    }

    private static BsonValue anyElement(String name, int code, BsonValue value, boolean wanted) {
        requireArray(value, code, name + "'s argument must be an array, but is ");
        for (BsonValue element : value.asArray()) {
            if (Values.isTrue(element) == wanted) {
                return Values.of(true);
            }
        }
        return Values.of(false);
    }

    private static BsonValue allElements(BsonValue value) {
        return Values.of(
                !anyElement("$allElementsTrue", 17040, value, false).asBoolean().getValue());
    }

    private static void requireArray(BsonValue value, int code, String refusal) {
        if (!value.isArray()) {
            throw location(code, refusal + TypeNames.of(value));
        }
    }
}
