package dev.mayfly.face.cosmos.language;

/** An operator between two operands, but for AND, OR and {@code ??}. Those that bind tighter stand first. */
public enum BinaryOperator {
    MULTIPLY("*"),
    DIVIDE("/"),
    MODULO("%"),
    ADD("+"),
    SUBTRACT("-"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    SHIFT_RIGHT_ZERO(">>>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    EQUAL("="),
    NOT_EQUAL("!="),
    BITWISE_AND("&"),
    BITWISE_XOR("^"),
    BITWISE_OR("|"),
    CONCAT("||");

    private final String text;

    BinaryOperator(String text) {
        this.text = text;
    }

    /** Returns the operator as it is written. */
    public String text() {
        return text;
    }

    static BinaryOperator of(String text) {
        if (text.equals("<>")) {
            return NOT_EQUAL;
        }
        for (BinaryOperator operator : values()) {
            if (operator.text.equals(text)) {
                return operator;
            }
        }
        throw new IllegalArgumentException(text);
    }
}
