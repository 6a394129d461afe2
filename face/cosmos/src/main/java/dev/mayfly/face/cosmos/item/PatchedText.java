package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Applies one operation of a patch to a text: cuts out or inserts only the parts concerned. */
final class PatchedText {
    /** The place of a value in its parent, present or missing. */
    private sealed interface Place {
        /** A member of an object that has none of this name. */
        record Unnamed(JsonView object, String name) implements Place {}

        /** Something that is there: from its name, or its value in an array, up to the end of its value. */
        record There(JsonView parent, int from, int valueFrom, int until) implements Place {}

        /** Behind the last element of an array. */
        record Behind(JsonView array) implements Place {}
    }

    private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

    private final byte[] text;
    private final PatchOperation operation;

    private PatchedText(byte[] text, PatchOperation operation) {
        this.text = text;
        this.operation = operation;
    }

    /** @param text one valid object */
    static byte[] of(byte[] text, PatchOperation operation) {
        PatchedText patched = new PatchedText(text, operation);
        return switch (operation.kind()) {
            case ADD -> patched.put(operation.requireValue(), true);
            case SET -> patched.put(operation.requireValue(), false);
            case REPLACE -> patched.replace();
            case REMOVE -> patched.remove(operation.path(), "removed");
            case INCR -> patched.increment();
            case MOVE -> patched.move();
        };
    }

    private byte[] put(byte[] value, boolean inserts) {
        return switch (place(operation.path())) {
            case Place.Unnamed unnamed -> append(unnamed.object, member(unnamed.name, value));
            case Place.Behind behind -> append(behind.array, value);
            case Place.There there ->
                inserts && there.parent.type() == ValueType.ARRAY
                        ? splice(there.from, there.from, joined(value, ","))
                        : splice(there.valueFrom, there.until, value);
        };
    }

    private byte[] replace() {
        return switch (place(operation.path())) {
            case Place.There there -> splice(there.valueFrom, there.until, operation.requireValue());
            case Place.Unnamed _ -> throw absent(operation.path(), "replaced");
            case Place.Behind _ -> throw outOfBounds();
        };
    }

    private byte[] remove(List<String> path, String done) {
        return switch (place(path)) {
            case Place.There there -> cut(there);
            case Place.Unnamed _ -> throw absent(path, done);
            case Place.Behind _ -> throw outOfBounds();
        };
    }

    private byte[] increment() {
        byte[] by = operation.requireValue();
        return switch (place(operation.path())) {
            case Place.Unnamed unnamed -> append(unnamed.object, member(unnamed.name, by));
            case Place.Behind _ -> throw outOfBounds();
            case Place.There there -> {
                byte[] old = Arrays.copyOfRange(text, there.valueFrom, there.until);
                if (!JsonView.of(old).type().isNumber()) {
                    throw refused("Node(" + shown(operation.path()) + ") is not a number.");
                }
                String sum = PatchSum.of(JsonView.of(old), JsonView.of(by));
                if (sum == null) {
                    throw refused("Node(" + shown(operation.path()) + ") would be too large for a number.");
                }
                yield splice(there.valueFrom, there.until, sum.getBytes(StandardCharsets.US_ASCII));
            }
        };
    }

    private byte[] move() {
        if (!(place(operation.from()) instanceof Place.There there)) {
            throw absent(operation.from(), "moved");
        }
        byte[] value = Arrays.copyOfRange(text, there.valueFrom, there.until);
        return new PatchedText(cut(there), operation).put(value, true);
    }

    private Place place(List<String> path) {
        JsonView parent = JsonView.of(text);
        for (String name : path.subList(0, path.size() - 1)) {
            parent = child(parent, name);
        }
        String last = path.getLast();
        return switch (parent.type()) {
            case OBJECT -> member(parent, last);
            case ARRAY -> element(parent, last);
            default -> throw noPath(path.get(path.size() - 2));
        };
    }

    private JsonView child(JsonView parent, String name) {
        JsonView found = null;
        if (parent.type() == ValueType.OBJECT) {
            found = parent.field(name);
        } else if (parent.type() == ValueType.ARRAY) {
            int index = index(name);
            if (index < 0) {
                throw noPath(name);
            }
            found = parent.element(index);
            if (found == null) {
                throw outOfBounds(name);
            }
        }
        if (found == null) {
            throw noPath(name);
        }
        return found;
    }

    private static Place member(JsonView object, String name) {
        JsonFields members = object.fields();
        while (members.next()) {
            if (members.isNamed(name)) {
                return new Place.There(object, members.nameFrom(), members.valueFrom(), members.valueUntil());
            }
        }
        return new Place.Unnamed(object, name);
    }

    private Place element(JsonView array, String name) {
        int index = name.equals("-") ? Integer.MAX_VALUE : index(name);
        if (index < 0) {
            throw noPath(name);
        }
        JsonFields elements = array.fields();
        int size = 0;
        while (elements.next()) {
            if (size++ == index) {
                return new Place.There(array, elements.valueFrom(), elements.valueFrom(), elements.valueUntil());
            }
        }
        if (index != size && index != Integer.MAX_VALUE) {
            throw outOfBounds(name);
        }
        return new Place.Behind(array);
    }

    /** An index as RFC 6901 writes it, or -1. */
    private static int index(String name) {
        boolean isDigits = !name.isEmpty() && name.length() <= 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return isDigits && (name.length() == 1 || name.charAt(0) != '0') ? Integer.parseInt(name) : -1;
    }

    private static byte[] member(String name, byte[] value) {
        String quoted = "\"" + new String(ENCODER.quoteAsCharArray(name)) + "\":";
        byte[] head = quoted.getBytes(StandardCharsets.UTF_8);
        byte[] member = Arrays.copyOf(head, head.length + value.length);
        System.arraycopy(value, 0, member, head.length, value.length);
        return member;
    }

    private static byte[] joined(byte[] value, String tail) {
        byte[] joined = Arrays.copyOf(value, value.length + 1);
        joined[value.length] = (byte) tail.charAt(0);
        return joined;
    }

    /** Puts an item behind the last one of an object or array. */
    private byte[] append(JsonView parent, byte[] item) {
        JsonFields items = parent.fields();
        int last = -1;
        while (items.next()) {
            last = items.valueUntil();
        }
        if (last < 0) {
            return splice(parent.from() + 1, parent.from() + 1, item);
        }
        byte[] behind = new byte[item.length + 1];
        behind[0] = ',';
        System.arraycopy(item, 0, behind, 1, item.length);
        return splice(last, last, behind);
    }

    /** Cuts a value out, with the comma that separated it from its neighbour. */
    private byte[] cut(Place.There there) {
        JsonFields items = there.parent.fields();
        int endOfPrevious = -1;
        while (items.next()) {
            if (items.nameFrom() == there.from) {
                break;
            }
            endOfPrevious = items.valueUntil();
        }
        if (endOfPrevious >= 0) {
            return splice(endOfPrevious, there.until, new byte[0]);
        }
        int until = items.next() ? items.nameFrom() : there.until;
        return splice(there.from, until, new byte[0]);
    }

    private byte[] splice(int from, int until, byte[] put) {
        byte[] spliced = new byte[text.length - (until - from) + put.length];
        System.arraycopy(text, 0, spliced, 0, from);
        System.arraycopy(put, 0, spliced, from, put.length);
        System.arraycopy(text, until, spliced, from + put.length, text.length - until);
        return spliced;
    }

    private CosmosException refused(String why) {
        return ItemErrors.invalid("For Operation(" + operation.position() + "): " + why);
    }

    private CosmosException absent(List<String> path, String done) {
        String note =
                done.equals("removed") ? " Note: it might also have been removed earlier in the transaction." : "";
        return refused("Node(" + shown(path) + ") to be " + done + " is absent." + note);
    }

    private CosmosException outOfBounds() {
        return outOfBounds(operation.last());
    }

    private CosmosException outOfBounds(String index) {
        return refused("Index(" + cut(index) + ") to operate on is out of array bounds.");
    }

    private CosmosException noPath(@Nullable String name) {
        String which = operation.kind() == PatchOperation.Kind.ADD ? "Add" : "Given";
        return refused(
                which + " Operation can only create a child object of an existing node(array or object) and cannot"
                        + " create path recursively, no path found beyond: '" + cut(String.valueOf(name)) + "'.");
    }

    private static String shown(List<String> path) {
        return cut(String.join("/", path));
    }

    private static String cut(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }
}
