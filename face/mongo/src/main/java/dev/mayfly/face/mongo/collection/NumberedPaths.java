package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import java.util.ArrayList;
import java.util.List;

/**
 * The paths of indexes with a number behind a name, such as {@code a.0}. In {@code {a: [{'0': 1}]}} that is the first
 * element as well as a field of it; documents in which it is both are refused. Immutable and safe for concurrent use.
 */
public record NumberedPaths(List<FieldPath> paths) {
    private static final NumberedPaths NONE = new NumberedPaths(List.of());
    private static final int AMBIGUOUS_FIELD = 16746;

    public NumberedPaths {
        paths = List.copyOf(paths);
    }

    public static NumberedPaths of(CollectionRecord record) {
        if (record.indexes().isEmpty()) {
            return NONE;
        }
        List<FieldPath> paths = new ArrayList<>(0);
        for (IndexDefinition index : record.indexes()) {
            paths.addAll(of(index).paths());
        }
        return paths.isEmpty() ? NONE : new NumberedPaths(paths);
    }

    /** Returns those of one index. */
    public static NumberedPaths of(IndexDefinition index) {
        if (!index.hasEntries()) {
            return NONE;
        }
        List<FieldPath> paths = index.parts().stream()
                .map(part -> part.path())
                .filter(path -> path.names().stream().skip(1).anyMatch(NumberedPaths::isNumber))
                .toList();
        return paths.isEmpty() ? NONE : new NumberedPaths(paths);
    }

    private static boolean isNumber(String name) {
        return FieldPath.positionOf(name) >= 0;
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    /** @throws CommandError if an array has an element of the number and an element with a field of that name */
    public void check(View document) {
        for (FieldPath path : paths) {
            check(document, path, 0);
        }
    }

    private static void check(View at, FieldPath path, int depth) {
        if (depth == path.names().size()) {
            return;
        }
        String name = path.names().get(depth);
        switch (at.type()) {
            case OBJECT -> {
                View field = at.field(name);
                if (field != null) {
                    check(field, path, depth + 1);
                }
            }
            case ARRAY -> checkArray(at, path, depth);
            default -> {}
        }
    }

    private static void checkArray(View array, FieldPath path, int depth) {
        String name = path.names().get(depth);
        View numbered = isNumber(name) ? array.element(FieldPath.positionOf(name)) : null;
        View.Fields elements = array.fields();
        while (elements.next()) {
            View element = elements.value();
            if (element.type() != ValueType.OBJECT) {
                continue;
            }
            if (numbered == null) {
                check(element, path, depth);
            } else if (element.field(name) != null) {
                throw new CommandError(
                        AMBIGUOUS_FIELD,
                        "Ambiguous field name found in array (do not use numeric field names in embedded elements in an"
                                + " array), field: '" + name + "' for path: " + path.dotted());
            }
        }
        if (numbered != null) {
            check(numbered, path, depth + 1);
        }
    }
}
