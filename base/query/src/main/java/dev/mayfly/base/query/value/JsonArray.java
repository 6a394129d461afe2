package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An array: one inside JSON text, or one that an expression made. */
public abstract class JsonArray<V extends JsonValue> implements JsonValue, Iterable<V> {
    /** Null of a built one. */
    private final @Nullable JsonView view;

    /** Empty of a stored one. */
    private final List<V> built;

    private final int weight;

    /** The list must not change. Refused when it consists of too many parts. */
    protected JsonArray(List<V> elements, Dialect dialect) {
        this.view = null;
        this.built = elements;
        this.weight = Weight.ofAll(elements, dialect);
    }

    /** A stored one. The bytes must not change. */
    protected JsonArray(JsonView view) {
        this.view = view;
        this.built = List.of();
        this.weight = 1;
    }

    /** The value that an element of a stored array shows. */
    protected abstract V read(JsonView element);

    /** Counts a stored array anew each time. */
    public final int size() {
        if (view == null) {
            return built.size();
        }
        int count = 0;
        for (View.Fields elements = view.fields(); elements.next(); ) {
            count++;
        }
        return count;
    }

    /** The element at an index from 0, or null when there is none. */
    protected final @Nullable V at(int index) {
        if (view == null) {
            return index >= 0 && index < built.size() ? built.get(index) : null;
        }
        JsonView element = index < 0 ? null : view.element(index);
        return element == null ? null : read(element);
    }

    /** The elements; a list not to be changed, made anew of a stored array. */
    public final List<V> elements() {
        if (view == null) {
            return built;
        }
        List<V> elements = new ArrayList<>();
        for (V element : this) {
            elements.add(element);
        }
        return elements;
    }

    @Override
    public final Iterator<V> iterator() {
        return view == null ? built.iterator() : new Elements(view.fields());
    }

    @Override
    public final int weight() {
        return weight;
    }

    @Override
    public final void write(JsonSink out) {
        if (view != null) {
            out.stored(view);
            return;
        }
        out.put('[');
        for (int i = 0; i < built.size(); i++) {
            if (i > 0) {
                out.put(',');
            }
            built.get(i).write(out);
        }
        out.put(']');
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        if (!(other instanceof JsonArray<?> that)) {
            return false;
        }
        Iterator<?> a = iterator();
        Iterator<?> b = that.iterator();
        while (a.hasNext() && b.hasNext()) {
            if (!a.next().equals(b.next())) {
                return false;
            }
        }
        return !a.hasNext() && !b.hasNext();
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        for (V element : this) {
            hash = 31 * hash + element.hashCode();
        }
        return hash;
    }

    private final class Elements implements Iterator<V> {
        private final View.Fields elements;
        private boolean present;

        Elements(View.Fields elements) {
            this.elements = elements;
            this.present = elements.next();
        }

        @Override
        public boolean hasNext() {
            return present;
        }

        @Override
        public V next() {
            if (!present) {
                throw new NoSuchElementException();
            }
            V element = read((JsonView) elements.value());
            present = elements.next();
            return element;
        }
    }
}
