package dev.mayfly.face.mongo.language.expression;

import java.util.HashMap;
import java.util.Map;

/** The contents page of the expression language: every operator by its name, family by family. */
final class OperatorTable {
    static final Map<String, Operator> ALL = build();

    private OperatorTable() {}

    private static Map<String, Operator> build() {
        Map<String, Operator> table = new HashMap<>();
        ArithmeticOperators.register(table);
        RoundingOperators.register(table);
        PowerOperators.register(table);
        TrigonometryOperators.register(table);
        BitOperators.register(table);
        ComparisonOperators.register(table);
        BooleanOperators.register(table);
        ConditionalOperators.register(table);
        StringOperators.register(table);
        SubstringOperators.register(table);
        RegexOperators.register(table);
        ArrayOperators.register(table);
        ArrayShapeOperators.register(table);
        IterationOperators.register(table);
        SummaryOperators.register(table);
        Percentiles.register(table);
        SetOperators.register(table);
        ObjectOperators.register(table);
        DateFieldOperators.register(table);
        DateTextOperators.register(table);
        DateArithmeticOperators.register(table);
        DatePartsOperators.register(table);
        TypeOperators.register(table);
        VariableOperators.register(table);
        table.put("$meta", MetaOperator::compile);
        FunctionOperators.register(table);
        return Map.copyOf(table);
    }
}
