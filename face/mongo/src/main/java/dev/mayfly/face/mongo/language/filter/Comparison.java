package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ValueOrder;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.Arrays;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Compares with a value of the same bracket; a value of another bracket never passes.
 *
 * @param operand with keys for its texts
 */
public record Comparison(Relation relation, View operand, Collation collation) implements ValueTest {
    /** The relation of the value to the operand. */
    public enum Relation {
        EQUAL("$eq"),
        LESS("$lt"),
        AT_MOST("$lte"),
        GREATER("$gt"),
        AT_LEAST("$gte");

        private final String operator;

        Relation(String operator) {
            this.operator = operator;
        }

        String operator() {
            return operator;
        }

        boolean includesEqual() {
            return this != LESS && this != GREATER;
        }

        private boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    public static Comparison of(Relation relation, BsonValue operand, Collation collation) {
        return new Comparison(relation, Operand.of(collation.fold(operand)), collation);
    }

    @Override
    public boolean passes(@Nullable View value) {
        ValueType type = operand.type();
        // Missing, undefined and null are one: each passes where null is the operand and equality suffices.
        if (value == null || value.type().bracket() != type.bracket()) {
            return passesAcross(value, type);
        }
        if (isNan(value) || isNan(operand)) {
            return relation.includesEqual() && isNan(value) && isNan(operand);
        }
        return relation.holds(ValueOrder.compare(collation.fold(value), operand));
    }

    private boolean passesAcross(@Nullable View value, ValueType type) {
        return switch (type) {
            case NULL -> (value == null || value.type() == ValueType.UNDEFINED) && relation.includesEqual();
            case MAX_KEY -> relation == Relation.LESS || relation == Relation.AT_MOST;
            case MIN_KEY -> relation == Relation.GREATER || relation == Relation.AT_LEAST;
            default -> false;
        };
    }

    static boolean isNan(View value) {
        return switch (value.type()) {
            case DOUBLE -> Double.isNaN(value.doubleValue());
            case DECIMAL128 -> value.decimalValue().isNaN();
            default -> false;
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Comparison comparison
                && relation == comparison.relation
                && collation.equals(comparison.collation)
                && Arrays.equals(KeyWriter.encode(operand), KeyWriter.encode(comparison.operand));
    }

    @Override
    public int hashCode() {
        return 31 * relation.hashCode() + Arrays.hashCode(KeyWriter.encode(operand));
    }
}
