package dev.mayfly.face.couchbase.language.tree;

import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import org.jspecify.annotations.Nullable;

/** An operator between two operands. */
public enum Operator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%"),
    POWER("^"),
    CONCATENATE("||"),
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    IN("in"),
    WITHIN("within");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Returns how it compares its operands; null if it does something else with them. */
    public @Nullable N1qlComparison comparison() {
        return switch (this) {
            case EQUAL -> N1qlComparison.EQUAL;
            case NOT_EQUAL -> N1qlComparison.NOT_EQUAL;
            case LESS -> N1qlComparison.LESS;
            case LESS_OR_EQUAL -> N1qlComparison.LESS_OR_EQUAL;
            case GREATER -> N1qlComparison.GREATER;
            case GREATER_OR_EQUAL -> N1qlComparison.GREATER_OR_EQUAL;
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, POWER, CONCATENATE, IN, WITHIN -> null;
        };
    }

    /** The operator that is written so. */
    public static Operator of(String text) {
        String one = switch (text) {
            case "==" -> "=";
            case "<>" -> "!=";
            default -> text;
        };
        for (Operator operator : values()) {
            if (operator.text.equalsIgnoreCase(one)) {
                return operator;
            }
        }
        throw new IllegalArgumentException("no operator: " + text);
    }
}
