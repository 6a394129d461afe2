package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** An answer of the API, or a part of one, as a page reads it: what is not there is empty, zero, or no instant. */
record Facts(JsonNode node) {
    /** Stands for a missing instant. */
    static final long NO_INSTANT = Long.MIN_VALUE;

    static final Facts NOTHING = new Facts(MissingNode.getInstance());

    boolean isThere() {
        return !node.isMissingNode() && !node.isNull();
    }

    boolean has(String name) {
        return at(name).isThere();
    }

    Facts at(String name) {
        return new Facts(node.path(name));
    }

    String text() {
        return node.isString() || node.isNumber() || node.isBoolean() ? node.asString() : "";
    }

    String text(String name) {
        return at(name).text();
    }

    long number(String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? value.longValue() : 0;
    }

    double decimal(String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? value.doubleValue() : 0;
    }

    boolean is(String name) {
        JsonNode value = node.path(name);
        return value.isBoolean() && value.booleanValue();
    }

    /** An instant in milliseconds since the epoch, or {@link #NO_INSTANT}. */
    long instant(String name) {
        JsonNode value = node.path(name).path("epochMillis");
        return value.isNumber() ? value.longValue() : NO_INSTANT;
    }

    List<Facts> list(String name) {
        List<Facts> parts = new ArrayList<>();
        node.path(name).forEach(each -> parts.add(new Facts(each)));
        return parts;
    }

    List<String> texts(String name) {
        return list(name).stream().map(Facts::text).toList();
    }

    /** Returns the names of the fields of an object, in their order. */
    List<String> names() {
        return node.propertyNames().stream().toList();
    }

    /** Formats the facts as JSON on several lines. */
    String pretty() {
        return isThere() ? node.toPrettyString() : "";
    }
}
