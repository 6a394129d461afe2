package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.ArrayList;
import java.util.List;

/** Finds the values at a path, through the arrays on the way, but an array at its end as one value. */
final class PlacePaths {
    private PlacePaths() {}

    static List<View> values(View document, FieldPath path) {
        List<View> found = new ArrayList<>(1);
        collect(document, path, 0, found);
        return found;
    }

    private static void collect(View at, FieldPath path, int depth, List<View> found) {
        if (depth == path.names().size()) {
            found.add(at);
            return;
        }
        switch (at.type()) {
            case OBJECT -> {
                View field = at.field(path.names().get(depth));
                if (field != null) {
                    collect(field, path, depth + 1, found);
                }
            }
            case ARRAY -> {
                int position = path.position(depth);
                View numbered = position < 0 ? null : at.element(position);
                if (numbered != null) {
                    collect(numbered, path, depth + 1, found);
                    return;
                }
                for (View.Fields each = at.fields(); each.next(); ) {
                    if (each.value().type() == ValueType.OBJECT) {
                        collect(each.value(), path, depth, found);
                    }
                }
            }
            default -> {}
        }
    }

    /** Returns the places at a path; of an array that is none itself, those in it. */
    static List<View> places(View document, FieldPath path) {
        List<View> places = new ArrayList<>(1);
        for (View value : values(document, path)) {
            if (StoredPlace.readOrNull(value) != null) {
                places.add(value);
            } else if (value.type() == ValueType.ARRAY) {
                for (View.Fields each = value.fields(); each.next(); ) {
                    if (StoredPlace.readOrNull(each.value()) != null) {
                        places.add(each.value());
                    }
                }
            }
        }
        return places;
    }
}
