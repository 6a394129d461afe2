package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An array; it holds no MISSING. */
public abstract sealed class ArrayValue implements Value, Iterable<Value> {
    private ArrayValue() {}

    static ArrayValue of(List<Value> elements) {
        return new Built(elements);
    }

    static ArrayValue stored(JsonView view) {
        return new Stored(view);
    }

    /** Counts a stored array anew each time. */
    public abstract int size();

    /** The elements; a list not to be changed, made anew of a stored array. */
    public List<Value> elements() {
        List<Value> elements = new ArrayList<>();
        for (Value element : this) {
            elements.add(element);
        }
        return elements;
    }

    /** See {@link Weight}. */
    int weight() {
        return 1;
    }

    @Override
    public final Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public final boolean truth() {
        return iterator().hasNext();
    }

    @Override
    public final Value element(long index) {
        long at = index < 0 ? size() + index : index;
        return at < 0 || at > Integer.MAX_VALUE ? MissingValue.MISSING : at((int) at);
    }

    /** The element at an index that is not negative, or MISSING. */
    abstract Value at(int index);

    @Override
    public final boolean equals(@Nullable Object other) {
        if (!(other instanceof ArrayValue that)) {
            return false;
        }
        Iterator<Value> a = iterator();
        Iterator<Value> b = that.iterator();
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
        for (Value element : this) {
            hash = 31 * hash + element.hashCode();
        }
        return hash;
    }

    @Override
    public final String toString() {
        return Values.json(this);
    }

    private static final class Built extends ArrayValue {
        private final List<Value> elements;
        private final int weight;

        Built(List<Value> elements) {
            this.elements = elements;
            this.weight = Weight.ofAll(elements);
        }

        @Override
        int weight() {
            return weight;
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public List<Value> elements() {
            return elements;
        }

        @Override
        Value at(int index) {
            return index < elements.size() ? elements.get(index) : MissingValue.MISSING;
        }

        @Override
        public Iterator<Value> iterator() {
            return elements.iterator();
        }

        @Override
        public void write(JsonSink out) {
            out.put('[');
            for (int i = 0; i < elements.size(); i++) {
                if (i > 0) {
                    out.put(',');
                }
                elements.get(i).write(out);
            }
            out.put(']');
        }
    }

    private static final class Stored extends ArrayValue {
        private final JsonView view;

        Stored(JsonView view) {
            this.view = view;
        }

        @Override
        public int size() {
            View.Fields elements = view.fields();
            int count = 0;
            while (elements.next()) {
                count++;
            }
            return count;
        }

        @Override
        Value at(int index) {
            JsonView element = view.element(index);
            return element == null ? MissingValue.MISSING : Values.stored(element);
        }

        @Override
        public Iterator<Value> iterator() {
            return new Elements(view.fields());
        }

        @Override
        public void write(JsonSink out) {
            out.stored(view);
        }
    }

    private static final class Elements implements Iterator<Value> {
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
        public Value next() {
            if (!present) {
                throw new NoSuchElementException();
            }
            Value element = Values.stored((JsonView) elements.value());
            present = elements.next();
            return element;
        }
    }
}
