package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Offers a test the values that a dotted path means in a document. Hot. */
final class PathWalk {
    /*
     * Through an object a path goes by name. At an array with names left it goes on in every element that is an object,
     * and, when the next name is a number, also from the element at that position; elements that are neither are passed
     * over. At an array where the path ends, most tests are offered each element and then the array itself, but the
     * element that a number names is offered as it is. A path that ends early offers "missing" (null), except inside an
     * array whose elements offer nothing.
     *
     * The depth of the recursion is the number of arrays on the path.
     */
    private PathWalk() {}

    static boolean anyPasses(View document, FieldPath path, ValueTest test, @Nullable MatchedPosition position) {
        return inObject(document, path, 0, test, position);
    }

    private static boolean inObject(
            View object, FieldPath path, int depth, ValueTest test, @Nullable MatchedPosition position) {
        List<String> names = path.names();
        View at = object;
        int next = depth;
        while (at.type() == ValueType.OBJECT) {
            View value = at.field(names.get(next));
            next++;
            if (value == null) {
                return test.passes(null);
            }
            if (next == names.size()) {
                return atEnd(value, test, position);
            }
            at = value;
        }
        return at.type() == ValueType.ARRAY ? inArray(at, path, next, test, position) : test.passes(null);
    }

    private static boolean atEnd(View value, ValueTest test, @Nullable MatchedPosition position) {
        if (value.type() != ValueType.ARRAY) {
            return test.passes(value);
        }
        if (test.takesElements()) {
            RequestGuard guard = RequestGuard.current();
            View.Fields elements = value.fields();
            for (int i = 0; elements.next(); i++) {
                guard.step();
                if (test.passes(elements.value())) {
                    note(position, i);
                    return true;
                }
            }
        } else if (position != null) {
            return test.passesAt(value, position);
        }
        return test.passes(value);
    }

    private static boolean inArray(
            View array, FieldPath path, int depth, ValueTest test, @Nullable MatchedPosition position) {
        int named = path.position(depth);
        RequestGuard guard = RequestGuard.current();
        View.Fields elements = array.fields();
        for (int i = 0; elements.next(); i++) {
            guard.step();
            View element = elements.value();
            if (element.type() == ValueType.OBJECT && inObject(element, path, depth, test, position)) {
                note(position, i);
                return true;
            }
            if (i == named && fromElement(element, path, depth + 1, test, position)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fromElement(
            View element, FieldPath path, int depth, ValueTest test, @Nullable MatchedPosition position) {
        if (depth == path.names().size()) {
            return test.passes(element);
        }
        return switch (element.type()) {
            case OBJECT -> inObject(element, path, depth, test, position);
            case ARRAY -> inArray(element, path, depth, test, position);
            default -> false;
        };
    }

    private static void note(@Nullable MatchedPosition position, int index) {
        if (position != null) {
            position.set(index);
        }
    }
}
