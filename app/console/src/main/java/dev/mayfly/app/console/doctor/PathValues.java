package dev.mayfly.app.console.doctor;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that a rule finds at the path of its date: through objects and arrays, as the rule itself searches. */
final class PathValues {
    /** The most values shown to a person. */
    private static final int MOST = 20;

    private final FieldPath path;
    private final List<View> found = new ArrayList<>();

    private PathValues(FieldPath path) {
        this.path = path;
    }

    static List<View> at(View document, FieldPath path) {
        PathValues values = new PathValues(path);
        if (document.type() == ValueType.OBJECT) {
            values.below(document, 0);
        }
        return values.found;
    }

    private void below(View object, int depth) {
        reached(object.field(path.names().get(depth)), depth + 1);
    }

    private void reached(@Nullable View value, int depth) {
        if (value == null || found.size() >= MOST) {
            return;
        }
        boolean last = depth == path.names().size();
        if (value.type() == ValueType.ARRAY) {
            elements(value, depth, last);
        } else if (last) {
            found.add(value);
        } else if (value.type() == ValueType.OBJECT) {
            below(value, depth);
        }
    }

    private void elements(View array, int depth, boolean last) {
        View.Fields elements = array.fields();
        while (elements.next() && found.size() < MOST) {
            View element = elements.value();
            if (last) {
                found.add(element);
            } else if (element.type() == ValueType.OBJECT) {
                below(element, depth);
            }
        }
    }
}
