package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.cosmos.language.value.Value;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of a query that need all items before the first of them is known. Used by one thread; closed at the end. */
public final class Gathering implements AutoCloseable {
    private static final ExternalSort.Codec<byte[]> JSON = new ExternalSort.Codec<>() {
        @Override
        public byte[] encode(byte[] row) {
            return row;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    };

    private final CompiledQuery compiled;
    private final long bytesMax;
    private final @Nullable Gathering first;
    private final @Nullable Groups groups;
    private final DistinctRows distinct;
    private final SortKeys keys = new SortKeys();
    private final ExternalSort<byte[]> sort;

    Gathering(CompiledQuery compiled, long bytesMax, @Nullable SpillSpace spill) {
        this.compiled = compiled;
        this.bytesMax = bytesMax;
        Grouping grouping = compiled.query().grouping();
        CompiledQuery before = compiled.first();
        this.first = before == null ? null : before.gather(bytesMax, spill);
        this.groups = grouping == null ? null : new Groups(grouping, bytesMax);
        this.distinct = new DistinctRows(bytesMax);
        this.sort = new ExternalSort<>(bytesMax, sortLimit(), JSON, spill);
    }

    /** How many of the first rows are enough; 0 for all. */
    private long sortLimit() {
        if (compiled.query().distinct() || compiled.take() == Long.MAX_VALUE) {
            return 0;
        }
        return Math.max(1, compiled.skip() + compiled.take());
    }

    /** Takes an item into account; the item may be gone afterwards. */
    public void add(Value item) {
        try {
            if (first != null) {
                first.add(item);
            } else {
                addOwn(item);
            }
        } catch (MemoryLimitExceeded _) {
            throw QueryErrors.tooMuchMemory(bytesMax);
        } catch (SpillException failure) {
            throw QueryErrors.refusal("The rows of the query cannot be sorted: " + failure.getMessage());
        }
    }

    private void addOwn(Value item) {
        compiled.eachInput(item, inputs -> {
            if (groups != null) {
                groups.add(inputs);
            } else {
                addRow(compiled.query().projection().of(inputs));
            }
            return true;
        });
    }

    private void addRow(Value row) {
        if (row.isUndefined() || (compiled.query().distinct() && !compiled.sorts() && !distinct.add(row))) {
            return;
        }
        byte[] key = compiled.sortKey(keys);
        byte[] json = Detached.json(row);
        sort.add(key, json, json.length);
    }

    /** The rows, all that the query says of them done. No item may be added afterwards. */
    public Iterator<Value> rows() {
        if (first != null) {
            first.rows().forEachRemaining(this::addOwn);
        }
        if (groups != null) {
            compiled.query().rows(groups, compiled.inputs(), row -> {
                addRow(row);
                return true;
            });
        }
        Iterator<ExternalSort.Sorted<byte[]>> sorted = sort.finish();
        return new Window(sorted, compiled);
    }

    /** What OFFSET, LIMIT and TOP leave of the rows; of equal ones the first alone, if the query is distinct. */
    private final class Window implements Iterator<Value> {
        private final Iterator<ExternalSort.Sorted<byte[]>> sorted;
        private final boolean distinctAfterSort;
        private long left;
        private @Nullable Value next;

        Window(Iterator<ExternalSort.Sorted<byte[]>> sorted, CompiledQuery compiled) {
            this.sorted = sorted;
            this.distinctAfterSort = compiled.query().distinct() && compiled.sorts();
            this.left = compiled.take();
            for (long skipped = 0; skipped < compiled.skip() && find() != null; skipped++) {
                next = null;
            }
        }

        private @Nullable Value find() {
            while (next == null && sorted.hasNext()) {
                Value row = Detached.of(sorted.next().content());
                if (!distinctAfterSort || distinct.add(row)) {
                    next = row;
                }
            }
            return next;
        }

        @Override
        public boolean hasNext() {
            return left > 0 && find() != null;
        }

        @Override
        public Value next() {
            Value row = left > 0 ? find() : null;
            if (row == null) {
                throw new NoSuchElementException();
            }
            next = null;
            left--;
            return row;
        }
    }

    @Override
    public void close() {
        if (first != null) {
            first.close();
        }
        sort.close();
    }
}
