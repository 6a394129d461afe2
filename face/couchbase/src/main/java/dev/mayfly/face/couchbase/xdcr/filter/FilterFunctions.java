package dev.mayfly.face.couchbase.xdcr.filter;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.POJONode;

/** What may be computed of values. A result that is no number is missing. */
final class FilterFunctions {
    private static final Map<String, DoubleUnaryOperator> OF_ONE = Map.ofEntries(
            Map.entry("ABS", Math::abs),
            Map.entry("ACOS", Math::acos),
            Map.entry("ASIN", Math::asin),
            Map.entry("ATAN", Math::atan),
            Map.entry("CEIL", Math::ceil),
            Map.entry("COS", Math::cos),
            Map.entry("DEGREES", Math::toDegrees),
            Map.entry("EXP", Math::exp),
            Map.entry("FLOOR", Math::floor),
            Map.entry("LN", Math::log),
            Map.entry("LOG", Math::log10),
            Map.entry("RADIANS", Math::toRadians),
            Map.entry("ROUND", value -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value)),
            Map.entry("SIN", Math::sin),
            Map.entry("SQRT", Math::sqrt),
            Map.entry("TAN", Math::tan));

    private static final Map<String, DoubleBinaryOperator> OF_TWO =
            Map.of("ATAN2", Math::atan2, "POW", Math::pow, "POWER", Math::pow);

    private static final Map<String, Double> CONSTANTS = Map.of("PI", Math.PI, "E", Math.E);

    private FilterFunctions() {}

    static @Nullable DoubleUnaryOperator ofOne(String name) {
        return OF_ONE.get(name);
    }

    static @Nullable DoubleBinaryOperator ofTwo(String name) {
        return OF_TWO.get(name);
    }

    static @Nullable Double constant(String name) {
        return CONSTANTS.get(name);
    }

    static JsonNode missing() {
        return MissingNode.getInstance();
    }

    private static JsonNode number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return missing();
        }
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return isWhole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
    }

    static JsonNode apply(DoubleUnaryOperator function, JsonNode value) {
        return value.isNumber() ? number(function.applyAsDouble(value.doubleValue())) : missing();
    }

    static JsonNode apply(DoubleBinaryOperator function, JsonNode left, JsonNode right) {
        boolean areNumbers = left.isNumber() && right.isNumber();
        return areNumbers ? number(function.applyAsDouble(left.doubleValue(), right.doubleValue())) : missing();
    }

    /** Applies one of {@code + - * / %}; whole numbers stay exact while they fit in 64 bits. */
    static JsonNode apply(char operator, JsonNode left, JsonNode right) {
        if (left.canConvertToLong() && right.canConvertToLong() && operator != '/') {
            boolean isModulo = operator == '%';
            if (isModulo || (left.isIntegralNumber() && right.isIntegralNumber())) {
                return exact(operator, left.longValue(), right.longValue());
            }
        }
        return apply(rough(operator), left, right);
    }

    private static JsonNode exact(char operator, long left, long right) {
        try {
            return LongNode.valueOf(
                    switch (operator) {
                        case '+' -> Math.addExact(left, right);
                        case '-' -> Math.subtractExact(left, right);
                        case '*' -> Math.multiplyExact(left, right);
                        default -> left % right;
                    });
        } catch (ArithmeticException _) {
            return operator == '%' ? missing() : number(rough(operator).applyAsDouble((double) left, (double) right));
        }
    }

    private static DoubleBinaryOperator rough(char operator) {
        return switch (operator) {
            case '+' -> Double::sum;
            case '-' -> (left, right) -> left - right;
            case '*' -> (left, right) -> left * right;
            case '/' -> (left, right) -> left / right;
            default -> (_, _) -> Double.NaN;
        };
    }

    /** The instant of a date, or of a date and a time with its offset; missing for anything else. */
    static JsonNode instant(JsonNode value) {
        if (!value.isString()) {
            return missing();
        }
        Instant instant = instant(value.stringValue());
        return instant == null ? missing() : new POJONode(instant);
    }

    private static @Nullable Instant instant(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
