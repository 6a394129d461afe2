package dev.mayfly.base.document;

import org.jspecify.annotations.Nullable;

/** The date by which a TTL rule over a field judges a document. */
public final class EarliestDate {
    /*
     * Only BSON dates count. An array at the path counts by its elements, and an array on the way by the documents in
     * it, but an array directly inside an array counts for nothing; a name that is a number also means the element at
     * that position. This is what an index over the path would hold.
     */

    /** No date at the path: the rule never applies. */
    public static final long NONE = Long.MAX_VALUE;

    private EarliestDate() {}

    /** The earliest date at the path, in milliseconds since the epoch, or {@link #NONE}. */
    public static long at(View document, FieldPath path) {
        return document.type() == ValueType.OBJECT ? below(document, path, 0) : NONE;
    }

    private static long below(View object, FieldPath path, int depth) {
        View value = object.field(path.names().get(depth));
        return value == null ? NONE : of(value, path, depth + 1);
    }

    private static long of(@Nullable View value, FieldPath path, int depth) {
        if (value == null) {
            return NONE;
        }
        boolean last = depth == path.names().size();
        return switch (value.type()) {
            case DATE -> last ? value.dateMillis() : NONE;
            case OBJECT -> last ? NONE : below(value, path, depth);
            case ARRAY -> last ? ofElements(value) : belowElements(value, path, depth);
            default -> NONE;
        };
    }

    private static long ofElements(View array) {
        long earliest = NONE;
        for (View.Fields elements = array.fields(); elements.next(); ) {
            View element = elements.value();
            if (element.type() == ValueType.DATE) {
                earliest = Math.min(earliest, element.dateMillis());
            }
        }
        return earliest;
    }

    private static long belowElements(View array, FieldPath path, int depth) {
        int position = path.position(depth);
        long earliest = position < 0 ? NONE : of(array.element(position), path, depth + 1);
        for (View.Fields elements = array.fields(); elements.next(); ) {
            View element = elements.value();
            if (element.type() == ValueType.OBJECT) {
                earliest = Math.min(earliest, below(element, path, depth));
            }
        }
        return earliest;
    }
}
