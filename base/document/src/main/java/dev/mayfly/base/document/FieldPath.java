package dev.mayfly.base.document;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dotted path such as {@code address.city}, split once. */
public record FieldPath(List<String> names) {
    /** No array is long enough for a position to need more digits. */
    private static final int POSITION_DIGITS_MAX = 9;

    private static final int POSITIONS_MAX = 8;

    public FieldPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a path has at least one name");
        }
    }

    /** Splits at every dot; "a..b" has an empty name in its middle. */
    public static FieldPath of(String dotted) {
        return new FieldPath(Arrays.asList(dotted.split("\\.", -1)));
    }

    public String dotted() {
        return names.size() == 1 ? names.getFirst() : String.join(".", names);
    }

    /**
     * Returns the array position that the name at this depth may mean, or -1 if it is no number. A number may also be
     * a name, so each one doubles the work of a lookup; beyond a limit the rest are names only.
     */
    public int position(int depth) {
        int position = positionOf(names.get(depth));
        int before = 0;
        for (int i = 0; i < depth && position >= 0; i++) {
            before += positionOf(names.get(i)) >= 0 ? 1 : 0;
        }
        return before < POSITIONS_MAX ? position : -1;
    }

    /** The array position that a name may mean, or -1 when it is no number; "01" is none. */
    public static int positionOf(String name) {
        int length = name.length();
        if (length == 0 || length > POSITION_DIGITS_MAX || (length > 1 && name.charAt(0) == '0')) {
            return -1;
        }
        int position = 0;
        for (int i = 0; i < length; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            position = position * 10 + digit;
        }
        return position;
    }

    /** Returns true if the other path is this one or begins with it. */
    public boolean leadsTo(FieldPath other) {
        return other.names.size() >= names.size()
                && other.names.subList(0, names.size()).equals(names);
    }

    /** The value at this path through objects alone; never looks into arrays. */
    public @Nullable View in(View document) {
        View at = document;
        for (int i = 0; i < names.size(); i++) {
            if (at.type() != ValueType.OBJECT) {
                return null;
            }
            View next = at.field(names.get(i));
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    @Override
    public String toString() {
        return dotted();
    }
}
