package dev.mayfly.face.couchbase.xdcr.filter;

import java.time.Instant;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;

/**
 * The order of two values that a document or an expression has. Of two types, the value of the later one is converted to the
 * earlier one if it can be; else the types alone decide.
 */
final class FilterOrder {
    private static final int NULL = 2;
    private static final int BOOLEAN = 3;
    private static final int NUMBER = 4;
    private static final int STRING = 5;
    private static final int INSTANT = 6;
    private static final int ARRAY = 7;
    private static final int OBJECT = 8;

    private FilterOrder() {}

    static int compare(JsonNode left, JsonNode right) {
        int first = type(left);
        int second = type(right);
        if (first == second) {
            return same(first, left, right);
        }
        return first < second ? converted(first, left, right, second) : -converted(second, right, left, first);
    }

    private static int type(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> BOOLEAN;
            case NUMBER -> NUMBER;
            case STRING -> STRING;
            case POJO -> INSTANT;
            case ARRAY -> ARRAY;
            case OBJECT -> OBJECT;
            case NULL, MISSING, BINARY -> NULL;
        };
    }

    private static int same(int type, JsonNode left, JsonNode right) {
        return switch (type) {
            case BOOLEAN -> Boolean.compare(left.booleanValue(), right.booleanValue());
            case NUMBER -> numbers(left, right);
            case STRING -> left.stringValue().compareTo(right.stringValue());
            case INSTANT -> instant(left).compareTo(instant(right));
            case ARRAY -> arrays(left, right);
            case OBJECT -> objects(left, right);
            default -> 0;
        };
    }

    private static int numbers(JsonNode left, JsonNode right) {
        return left.isIntegralNumber() && right.isIntegralNumber()
                ? left.bigIntegerValue().compareTo(right.bigIntegerValue())
                : Double.compare(left.doubleValue(), right.doubleValue());
    }

    private static Instant instant(JsonNode value) {
        return (Instant) ((POJONode) value).getPojo();
    }

    /** The longer array is greater; among equally long ones the first elements that differ decide. */
    private static int arrays(JsonNode left, JsonNode right) {
        int order = Integer.compare(left.size(), right.size());
        for (int index = 0; order == 0 && index < left.size(); index++) {
            order = compare(left.get(index), right.get(index));
        }
        return order;
    }

    /** The object with more fields is greater; among equally large ones the first fields that differ decide. */
    private static int objects(JsonNode left, JsonNode right) {
        int order = Integer.compare(left.size(), right.size());
        Iterator<String> names = left.propertyNames().iterator();
        while (order == 0 && names.hasNext()) {
            String name = names.next();
            JsonNode other = right.get(name);
            order = other == null ? 1 : compare(left.get(name), other);
        }
        return order;
    }

    /** The order of two values of which the first has the earlier type. */
    private static int converted(int type, JsonNode value, JsonNode other, int otherType) {
        int order = switch (type) {
            case BOOLEAN -> byTruth(value, other);
            case NUMBER -> byNumber(value, other);
            case STRING -> byInstant(value, other);
            default -> NONE;
        };
        return order == NONE ? Integer.compare(type, otherType) : order;
    }

    private static final int NONE = Integer.MIN_VALUE;

    private static int byTruth(JsonNode value, JsonNode other) {
        if (other.isNumber()) {
            return Boolean.compare(value.booleanValue(), other.doubleValue() != 0);
        }
        if (other.isString() && (isWord(other, "true") || isWord(other, "false"))) {
            return Boolean.compare(value.booleanValue(), isWord(other, "true"));
        }
        return NONE;
    }

    private static boolean isWord(JsonNode value, String word) {
        return value.stringValue().equalsIgnoreCase(word);
    }

    private static int byNumber(JsonNode value, JsonNode other) {
        Double number = other.isString() ? number(other.stringValue()) : null;
        return number == null ? NONE : Double.compare(value.doubleValue(), number);
    }

    private static @Nullable Double number(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static int byInstant(JsonNode text, JsonNode other) {
        JsonNode instant = other.isPojo() ? FilterFunctions.instant(text) : other;
        return other.isPojo() && instant.isPojo() ? instant(instant).compareTo(instant(other)) : NONE;
    }
}
