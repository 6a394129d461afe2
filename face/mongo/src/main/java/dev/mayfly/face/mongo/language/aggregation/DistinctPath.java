package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.function.Consumer;

/** The values that {@code distinct} finds at a path: arrays on the way and at its end give their elements. */
public final class DistinctPath {
    private final String[] names;

    private DistinctPath(String[] names) {
        this.names = names;
    }

    public static DistinctPath of(String dotted) {
        return new DistinctPath(dotted.split("\\.", -1));
    }

    /** Hands over every value in one document, repeated ones too. */
    public void forEach(View document, Consumer<View> values) {
        find(document, 0, values);
    }

    private void find(View value, int at, Consumer<View> values) {
        if (at == names.length) {
            unwind(value, values);
            return;
        }
        if (value.type() == ValueType.OBJECT) {
            View field = value.field(names[at]);
            if (field != null) {
                find(field, at + 1, values);
            }
        } else if (value.type() == ValueType.ARRAY) {
            findInArray(value, at, values);
        }
    }

    /** A number may mean an element, or a field of the documents among the elements. */
    private void findInArray(View array, int at, Consumer<View> values) {
        int index = Trees.index(names[at]);
        View element = index < 0 ? null : array.element(index);
        if (element != null) {
            find(element, at + 1, values);
        }
        View.Fields elements = array.fields();
        while (elements.next()) {
            if (elements.value().type() == ValueType.OBJECT) {
                find(elements.value(), at, values);
            }
        }
    }

    /** An array inside the array stays whole. */
    private static void unwind(View value, Consumer<View> values) {
        if (value.type() != ValueType.ARRAY) {
            values.accept(value);
            return;
        }
        View.Fields elements = value.fields();
        while (elements.next()) {
            values.accept(elements.value());
        }
    }
}
