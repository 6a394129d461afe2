package dev.mayfly.face.couchbase.language.tree;

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
