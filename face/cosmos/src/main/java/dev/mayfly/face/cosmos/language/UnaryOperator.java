package dev.mayfly.face.cosmos.language;

/** An operator before its operand. */
public enum UnaryOperator {
    MINUS("-"),
    PLUS("+"),
    BITWISE_NOT("~"),
    NOT("NOT");

    private final String text;

    UnaryOperator(String text) {
        this.text = text;
    }

    /** Returns the operator as it is written. */
    public String text() {
        return text;
    }

    static UnaryOperator of(String text) {
        for (UnaryOperator operator : values()) {
            if (operator.text.equalsIgnoreCase(text)) {
                return operator;
            }
        }
        throw new IllegalArgumentException(text);
    }
}
