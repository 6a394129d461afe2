package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** The first, or the last, few values in an order of their keys; values of equal keys in the order they came. */
public final class RankedList<K> {
    private record Entry<K>(K key, BsonValue value) {}

    private final Comparator<? super K> order;
    private final int size;
    private final boolean keepsFirst;
    private final List<Entry<K>> entries = new ArrayList<>();
    private long bytes;

    public RankedList(Comparator<? super K> order, int size, boolean keepsFirst) {
        this.order = order;
        this.size = size;
        this.keepsFirst = keepsFirst;
    }

    public void add(K key, BsonValue value) {
        if (entries.size() == size && isOutside(key)) {
            return;
        }
        entries.add(place(key), new Entry<>(key, value));
        bytes += HeapSize.of(value);
        if (entries.size() > size) {
            Entry<K> dropped = keepsFirst ? entries.removeLast() : entries.removeFirst();
            bytes -= HeapSize.of(dropped.value);
        }
    }

    private boolean isOutside(K key) {
        return keepsFirst
                ? order.compare(key, entries.getLast().key) >= 0
                : order.compare(key, entries.getFirst().key) < 0;
    }

    /** Behind all entries that are not greater. */
    private int place(K key) {
        int from = 0;
        int until = entries.size();
        while (from < until) {
            int middle = (from + until) >>> 1;
            if (order.compare(entries.get(middle).key, key) <= 0) {
                from = middle + 1;
            } else {
                until = middle;
            }
        }
        return from;
    }

    /** Returns the whole state: the values, each with its key. */
    BsonArray state(Function<K, BsonValue> keys) {
        BsonArray state = new BsonArray();
        for (Entry<K> entry : entries) {
            state.add(keys.apply(entry.key));
            state.add(entry.value);
        }
        return state;
    }

    /** Adds the entries that another list has kept. */
    void absorb(BsonArray state, Function<BsonValue, K> keys) {
        for (int i = 0; i < state.size(); i += 2) {
            add(keys.apply(state.get(i)), state.get(i + 1));
        }
    }

    public List<BsonValue> values() {
        return entries.stream().map(Entry::value).toList();
    }

    long bytes() {
        return bytes;
    }
}
