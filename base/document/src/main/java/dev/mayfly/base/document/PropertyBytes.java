package dev.mayfly.base.document;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of a property in a document: which they are, and the document without them. */
public final class PropertyBytes {
    /*
     * A path leads through objects, and through the objects that are elements of an array: each of them has the property. An
     * array in an array is not looked into, and no name means a position.
     */
    private static final byte SEPARATOR = 0;

    private PropertyBytes() {}

    /**
     * Returns what stands at a path, byte for byte, as one value that can be compared with another such; null if nothing
     * does.
     */
    public static byte @Nullable [] valueAt(View document, FieldPath path) {
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        return collect(document, path, 0, found) ? found.toByteArray() : null;
    }

    /** Returns true if a document has anything at a path. */
    public static boolean isAt(View document, FieldPath path) {
        return collect(document, path, 0, null);
    }

    private static boolean collect(View at, FieldPath path, int depth, @Nullable ByteArrayOutputStream found) {
        if (depth == path.names().size()) {
            if (found != null) {
                add(at, found);
            }
            return true;
        }
        boolean is = false;
        if (at.type() == ValueType.OBJECT) {
            View next = at.field(path.names().get(depth));
            is = next != null && collect(next, path, depth + 1, found);
        } else if (at.type() == ValueType.ARRAY && depth > 0) {
            for (View.Fields elements = at.fields(); elements.next(); ) {
                View element = elements.value();
                is |= element.type() == ValueType.OBJECT && collect(element, path, depth, found);
            }
        }
        return is;
    }

    private static void add(View value, ByteArrayOutputStream found) {
        switch (value) {
            case BsonView bson -> {
                found.write(bson.bsonType());
                found.write(bson.bytes(), bson.offset(), bson.length());
            }
            case JsonView json -> found.write(json.text(), json.from(), json.until() - json.from());
            default -> throw new IllegalArgumentException("a view of no bytes");
        }
        found.write(SEPARATOR);
    }

    /** Returns a document of BSON, which begins at the offset, without what stands at some paths. */
    public static byte[] withoutInBson(byte[] bytes, int offset, List<FieldPath> paths) {
        return keepBson(bytes, offset, false, paths, 0);
    }

    private static byte[] keepBson(byte[] bytes, int offset, boolean isArray, List<FieldPath> paths, int depth) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        kept.write(bytes, offset, Integer.BYTES);
        int at = offset + Integer.BYTES;
        while (bytes[at] != 0) {
            byte type = bytes[at];
            int value = BsonLayout.terminator(bytes, at + 1) + 1;
            int end = BsonLayout.valueEnd(type, bytes, value);
            List<FieldPath> below = isArray ? paths : leadingInto(bytes, at + 1, paths, depth);
            boolean isNested = type == BsonLayout.DOCUMENT || (type == BsonLayout.ARRAY && !isArray);
            if (!isArray && isEnd(below, depth)) {
                at = end;
                continue;
            }
            kept.write(bytes, at, value - at);
            if (isNested && !below.isEmpty()) {
                byte[] nested = keepBson(bytes, value, type == BsonLayout.ARRAY, below, isArray ? depth : depth + 1);
                kept.write(nested, 0, nested.length);
            } else {
                kept.write(bytes, value, end - value);
            }
            at = end;
        }
        kept.write(0);
        byte[] whole = kept.toByteArray();
        for (int digit = 0; digit < Integer.BYTES; digit++) {
            whole[digit] = (byte) (whole.length >>> (Byte.SIZE * digit));
        }
        return whole;
    }

    private static List<FieldPath> leadingInto(byte[] bytes, int name, List<FieldPath> paths, int depth) {
        List<FieldPath> leading = List.of();
        for (int index = 0; index < paths.size(); index++) {
            FieldPath path = paths.get(index);
            if (BsonLayout.nameMatch(bytes, name, path.names().get(depth)) >= 0) {
                leading = with(leading, path);
            }
        }
        return leading;
    }

    private static List<FieldPath> with(List<FieldPath> some, FieldPath path) {
        List<FieldPath> more = new ArrayList<>(some);
        more.add(path);
        return more;
    }

    /** Returns true if one of the paths ends with the name at this depth. */
    private static boolean isEnd(List<FieldPath> paths, int depth) {
        for (int index = 0; index < paths.size(); index++) {
            if (paths.get(index).names().size() == depth + 1) {
                return true;
            }
        }
        return false;
    }

    /** Returns a text of JSON without what stands at some paths; every other byte between values stays as it is. */
    public static byte[] withoutInJson(byte[] text, List<FieldPath> paths) {
        List<int[]> cuts = new ArrayList<>();
        cut(text, JsonText.skipSpace(text, 0), paths, 0, cuts);
        ByteArrayOutputStream kept = new ByteArrayOutputStream(text.length);
        int from = 0;
        for (int[] cut : cuts) {
            kept.write(text, from, cut[0] - from);
            from = cut[1];
        }
        kept.write(text, from, text.length - from);
        return kept.toByteArray();
    }

    private static void cut(byte[] text, int value, List<FieldPath> paths, int depth, List<int[]> cuts) {
        if (text[value] == '{') {
            cutMembers(text, value, paths, depth, cuts);
        } else if (text[value] == '[' && depth > 0) {
            int at = JsonText.skipSpace(text, value + 1);
            while (text[at] != ']') {
                if (text[at] == '{') {
                    cutMembers(text, at, paths, depth, cuts);
                }
                at = JsonView.nextItem(text, at);
            }
        }
    }

    /** What is cut out in the middle goes with the comma behind it, what is cut out at the end with the one before it. */
    private static void cutMembers(byte[] text, int object, List<FieldPath> paths, int depth, List<int[]> cuts) {
        int at = JsonText.skipSpace(text, object + 1);
        int keptEnd = object + 1;
        int cutFrom = -1;
        while (text[at] != '}') {
            int nameEnd = JsonText.stringEnd(text, at);
            int value = JsonText.skipSpace(text, JsonText.skipSpace(text, nameEnd) + 1);
            List<FieldPath> below = leadingInto(text, at, nameEnd, paths, depth);
            if (isEnd(below, depth)) {
                cutFrom = cutFrom < 0 ? at : cutFrom;
            } else {
                if (cutFrom >= 0) {
                    cuts.add(new int[] {cutFrom, at});
                    cutFrom = -1;
                }
                if (!below.isEmpty()) {
                    cut(text, value, below, depth + 1, cuts);
                }
                keptEnd = JsonText.valueEnd(text, value);
            }
            at = JsonView.nextItem(text, value);
        }
        if (cutFrom >= 0) {
            cuts.add(new int[] {keptEnd, at});
        }
    }

    private static List<FieldPath> leadingInto(byte[] text, int name, int nameEnd, List<FieldPath> paths, int depth) {
        List<FieldPath> leading = List.of();
        for (int index = 0; index < paths.size(); index++) {
            FieldPath path = paths.get(index);
            if (JsonText.saysName(text, name, nameEnd, path.names().get(depth))) {
                leading = with(leading, path);
            }
        }
        return leading;
    }

    /** Returns true if what stands at a path is the same in two documents, byte for byte. */
    public static boolean isSame(View one, View other, FieldPath path) {
        return Arrays.equals(valueAt(one, path), valueAt(other, path));
    }
}
