package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of a query that need all items before the first of them is known. Used by one thread; closed at the end. */
public final class AggregateRows implements AutoCloseable {
    private final CompiledQuery compiled;
    private final long bytesMax;
    private final @Nullable AggregateRows first;
    private final @Nullable Groups groups;
    private final DistinctRows distinct;
    private final SortKeys keys = new SortKeys();
    private final ExternalSort<byte[]> sort;
    private boolean keyed;

    AggregateRows(CompiledQuery compiled, long bytesMax, @Nullable SpillSpace spill) {
        this.compiled = compiled;
        this.bytesMax = bytesMax;
        GroupByClause grouping = compiled.query().grouping();
        CompiledQuery before = compiled.first();
        this.first = before == null ? null : before.gather(bytesMax, spill);
        this.groups = grouping == null ? null : new Groups(grouping, bytesMax);
        this.distinct = new DistinctRows(bytesMax);
        this.sort = new ExternalSort<>(bytesMax, sortLimit(), ExternalSort.BYTES, spill);
    }

    /** Returns the number of first rows that are enough; 0 for all. */
    private long sortLimit() {
        if (compiled.query().distinct() || compiled.take() == Long.MAX_VALUE) {
            return 0;
        }
        return Math.max(1, compiled.skip() + compiled.take());
    }

    /** Adds an item; the item need not remain valid afterwards. */
    public void add(SqlValue item) {
        if (first != null) {
            first.add(item);
        } else {
            addOwn(item);
        }
    }

    private void addOwn(SqlValue item) {
        compiled.eachInput(item, inputs -> {
            if (groups != null) {
                groups.add(inputs);
            } else {
                addRow(compiled.query().projection().of(inputs));
            }
            return true;
        });
    }

    private void addRow(SqlValue row) {
        if (row.isUndefined() || (compiled.query().distinct() && !compiled.sorts() && !distinct.add(row))) {
            return;
        }
        sort(keyOf(row), SqlValues.jsonBytes(row));
    }

    private void sort(byte[] key, byte[] row) {
        try {
            sort.add(key, row, row.length);
        } catch (MemoryLimitExceeded _) {
            throw QueryErrors.tooMuchMemory(bytesMax);
        } catch (SpillException failure) {
            throw QueryErrors.refusal("The rows of the query cannot be sorted: " + failure.getMessage());
        }
    }

    /** The rows, all that the query says of them done. No item may be added afterwards. */
    public Iterator<SqlValue> rows() {
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

    /** The rows that OFFSET, LIMIT and TOP leave; of equal ones only the first, if the query is distinct. */
    private final class Window implements Iterator<SqlValue> {
        private final Iterator<ExternalSort.Sorted<byte[]>> sorted;
        private final boolean distinctAfterSort;
        private long left;
        private @Nullable SqlValue next;

        Window(Iterator<ExternalSort.Sorted<byte[]>> sorted, CompiledQuery compiled) {
            this.sorted = sorted;
            this.distinctAfterSort = compiled.query().distinct() && compiled.sorts();
            this.left = compiled.take();
            for (long skipped = 0; skipped < compiled.skip() && find() != null; skipped++) {
                next = null;
            }
        }

        private @Nullable SqlValue find() {
            while (next == null && sorted.hasNext()) {
                SqlValue row = ValueCopies.of(sorted.next().content());
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
        public SqlValue next() {
            SqlValue row = left > 0 ? find() : null;
            if (row == null) {
                throw new NoSuchElementException();
            }
            next = null;
            left--;
            return row;
        }
    }

    /** A row with the key by which it stands among the others. */
    public record KeyedRow(byte[] key, SqlValue row) {}

    /**
     * Returns all rows, neither skipped nor cut, in the order of their keys: the sort values, else the keys of their
     * groups, else the rows themselves. A row not returned yet is thus found after the key of the last one, regardless
     * of changes to the items meanwhile. No item may be added afterwards.
     */
    public Iterator<KeyedRow> keyedRows() {
        keyed = true;
        if (first != null) {
            first.rows().forEachRemaining(this::addOwn);
        }
        if (groups != null) {
            compiled.query().rows(groups, compiled.inputs(), row -> {
                sort(groupKey(), SqlValues.jsonBytes(row));
                return true;
            });
        }
        Iterator<ExternalSort.Sorted<byte[]>> sorted = sort.finish();
        return new KeyedRows(sorted);
    }

    /** Returns the key of the group whose keys are among the inputs. */
    private byte[] groupKey() {
        keys.reset();
        GroupByClause grouping = compiled.query().grouping();
        if (grouping != null) {
            for (int slot : grouping.keySlots()) {
                keys.append(compiled.inputs()[slot], false);
            }
        }
        return keys.toByteArray();
    }

    /**
     * Returns the sort key of a row; if several rows have the same and their order matters, the row itself follows.
     */
    private byte[] keyOf(SqlValue row) {
        byte[] key = compiled.sortKey(keys);
        if (!keyed && compiled.rank() == null && !(compiled.query().distinct() && compiled.sorts())) {
            return key;
        }
        byte[] own = keys.reset().append(row, false).toByteArray();
        byte[] both = Arrays.copyOf(key, key.length + own.length);
        System.arraycopy(own, 0, both, key.length, own.length);
        return both;
    }

    private final class KeyedRows implements Iterator<KeyedRow> {
        private final Iterator<ExternalSort.Sorted<byte[]>> sorted;
        private @Nullable KeyedRow next;

        KeyedRows(Iterator<ExternalSort.Sorted<byte[]>> sorted) {
            this.sorted = sorted;
        }

        @Override
        public boolean hasNext() {
            while (next == null && sorted.hasNext()) {
                ExternalSort.Sorted<byte[]> row = sorted.next();
                SqlValue value = ValueCopies.of(row.content());
                if (!compiled.query().distinct() || distinct.add(value)) {
                    next = new KeyedRow(row.key(), value);
                }
            }
            return next != null;
        }

        @Override
        public KeyedRow next() {
            KeyedRow row = hasNext() ? next : null;
            if (row == null) {
                throw new NoSuchElementException();
            }
            next = null;
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
