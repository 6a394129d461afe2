package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyBuffer;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.value.Text;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes paths and values as bytes that sort as ORDER BY does. Not safe for concurrent use.
 *
 * <p>Hot: a stored string without escapes is copied without being read.
 */
final class KeyBytes {
    /*
     * A path: for each property 3 and its name as text, for the elements of an array 2, for the words of a text 4, for the cells of a place 5; then 1. A value: a tag; behind
     * a number's its 8 bytes, behind a string's its text. Arrays and objects are only their tags, so among themselves
     * their order is that of the items' keys. Text: UTF-8 in which 0 and 1 are 1 1 and 1 2, then 0; so a text sorts
     * before the longer one it begins. No encoding is the beginning of another, so several may follow each other, and
     * one whose bytes are complemented sorts descending.
     */
    static final int PATH_END = 1;
    static final int PATH_ELEMENTS = 2;
    static final int PATH_NAME = 3;
    static final int PATH_WORDS = 4;
    static final int PATH_CELLS = 5;

    static final int UNDEFINED = 1;
    static final int NULL = 2;
    static final int FALSE = 3;
    static final int TRUE = 4;
    static final int NUMBER = 5;
    static final int STRING = 6;
    static final int ARRAY = 7;
    static final int OBJECT = 8;

    /** Above every tag. */
    static final int BEYOND = 9;

    /** Below every tag. */
    static final int END = 0;

    private final KeyBuffer bytes = new KeyBuffer();

    int size() {
        return bytes.size();
    }

    /** Discards the bytes written after this size. */
    void cut(int shorter) {
        bytes.cut(shorter);
    }

    byte[] toBytes() {
        return bytes.toBytes();
    }

    KeyBytes tag(int tag) {
        bytes.putByte(tag);
        return this;
    }

    KeyBytes step(ItemPath.Step step) {
        String name = step.name();
        if (step.isDerived()) {
            return tag(step.isToCells() ? PATH_CELLS : PATH_WORDS);
        }
        return name == null ? tag(PATH_ELEMENTS) : tag(PATH_NAME).text(name);
    }

    KeyBytes path(ItemPath path) {
        for (ItemPath.Step step : path.steps()) {
            step(step);
        }
        return tag(PATH_END);
    }

    /** A value; null stands for undefined. */
    KeyBytes value(@Nullable View value) {
        if (value == null) {
            return tag(UNDEFINED);
        }
        return switch (value.type()) {
            case OBJECT -> tag(OBJECT);
            case ARRAY -> tag(ARRAY);
            case STRING -> string(value);
            case BOOLEAN -> tag(value.booleanValue() ? TRUE : FALSE);
            case INT32, INT64, DOUBLE -> number(value.doubleValue());
            default -> tag(NULL);
        };
    }

    /** A value with all that is in it, so that only equal ones are alike; null stands for undefined. */
    KeyBytes whole(@Nullable View value) {
        value(value);
        if (value != null && value.type() == ValueType.ARRAY) {
            for (View.Fields elements = value.fields(); elements.next(); ) {
                whole(elements.value());
            }
            tag(END);
        } else if (value != null && value.type() == ValueType.OBJECT) {
            properties(value);
        }
        return this;
    }

    /** Writes the properties in the order of their names, since their own order has no meaning. */
    private void properties(View object) {
        Map<String, View> sorted = new TreeMap<>();
        for (View.Fields fields = object.fields(); fields.next(); ) {
            sorted.putIfAbsent(fields.name(), fields.value());
        }
        sorted.forEach((name, value) -> tag(PATH_NAME).text(name).whole(value));
        tag(END);
    }

    KeyBytes number(double value) {
        long bits = Double.doubleToLongBits(value == 0 ? 0 : value);
        long sorted = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        tag(NUMBER);
        bytes.putLong(sorted);
        return this;
    }

    /** The number of a cell of S2, which has no sign. */
    KeyBytes cell(long cell) {
        tag(NUMBER);
        bytes.putLong(cell);
        return this;
    }

    private KeyBytes string(View value) {
        tag(STRING);
        if (value instanceof JsonView stored && storedText(stored)) {
            return this;
        }
        return text(value.stringValue());
    }

    /** Copies a stored string; false when there is an escape in it. */
    private boolean storedText(JsonView stored) {
        int before = bytes.size();
        byte[] json = stored.text();
        for (int at = stored.from() + 1; json[at] != '"'; at++) {
            if (json[at] == '\\') {
                bytes.cut(before);
                return false;
            }
            tag(json[at]);
        }
        tag(0);
        return true;
    }

    KeyBytes text(String text) {
        bytes.putText(Text.bytes(text));
        return this;
    }

    /** A text that others may go on from. */
    KeyBytes openText(String text) {
        text(text);
        bytes.cut(bytes.size() - 1);
        return this;
    }

    KeyBytes raw(byte[] encoded) {
        bytes.put(encoded, 0, encoded.length);
        return this;
    }

    /** Turns the order of what was written since this size round. */
    void complement(int from) {
        bytes.complement(from);
    }
}
