package dev.mayfly.base.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows by encoded keys, rows of equal keys in the order they came; what goes beyond the bound of memory is put on the
 * disk, sorted run by run, and the runs are merged at the end. Used once, by one thread.
 */
public final class ExternalSort<R> implements AutoCloseable {
    /** Runs are not written to the disk one by one where others leave no memory for more. */
    private static final long RUN_BYTES_LEAST = 1 << 20;

    private final long bytesMax;
    private final long limit;
    private final Codec<R> codec;
    private final @Nullable SpillSpace space;
    private final List<SpillFile> runs = new ArrayList<>();
    private RowSort<R> sort;

    /** The encoding of a row. */
    public interface Codec<R> {
        byte[] encode(R row);

        R decode(byte[] bytes);
    }

    /**
     * An empty sort.
     *
     * @param bytesMax how much it may hold in memory
     * @param limit how many rows are asked for; 0 for all. More than those may come out
     * @param space for what does not fit, or null if nothing may be put there
     */
    public ExternalSort(long bytesMax, long limit, Codec<R> codec, @Nullable SpillSpace space) {
        this.bytesMax = bytesMax;
        this.limit = limit;
        this.codec = codec;
        this.space = space;
        this.sort = new RowSort<>(bytesMax, limit);
    }

    /**
     * Takes a row of this size.
     *
     * @throws MemoryLimitExceeded when the rows do not fit in memory and may not be put elsewhere
     * @throws SpillException when they cannot be put there
     */
    public void add(byte[] key, R content, long contentBytes) {
        try {
            sort.add(key, content, contentBytes);
        } catch (MemoryLimitExceeded exceeded) {
            if (space == null || sort.bytes() < Math.min(bytesMax, RUN_BYTES_LEAST)) {
                throw exceeded;
            }
            // The row is among the others.
            spill(space);
        }
    }

    private void spill(SpillSpace free) {
        SpillFile run = free.create();
        runs.add(run);
        for (RowSort.Row<R> row : sort.finishRows()) {
            run.write(row.key(), codec.encode(row.content()));
        }
        run.rewind();
        sort.release();
        sort = new RowSort<>(bytesMax, limit);
    }

    /** Returns true if rows were spilled to disk. */
    public boolean usedDisk() {
        return !runs.isEmpty();
    }

    /** A row in order, with its key. */
    public record Sorted<R>(byte[] key, R content) {}

    /** The rows in order. Nothing may be added afterwards. */
    public Iterator<Sorted<R>> finish() {
        Iterator<RowSort.Row<R>> last = sort.finishRows().iterator();
        if (runs.isEmpty()) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return last.hasNext();
                }

                @Override
                public Sorted<R> next() {
                    RowSort.Row<R> row = last.next();
                    return new Sorted<>(row.key(), row.content());
                }
            };
        }
        return new Merge(last);
    }

    /** One of the sorted runs; the last one is still in memory. */
    private abstract static class Run<R> {
        private final int number;

        Run(int number) {
            this.number = number;
        }

        abstract boolean next();

        abstract byte[] key();

        abstract R content();
    }

    private final class DiskRun extends Run<R> {
        private final SpillFile file;

        DiskRun(int number, SpillFile file) {
            super(number);
            this.file = file;
        }

        @Override
        boolean next() {
            boolean more = file.next();
            if (!more) {
                file.close();
            }
            return more;
        }

        @Override
        byte[] key() {
            return file.key();
        }

        @Override
        R content() {
            return codec.decode(file.row());
        }
    }

    private static final class MemoryRun<R> extends Run<R> {
        private final Iterator<RowSort.Row<R>> rows;
        private RowSort.@Nullable Row<R> row;

        MemoryRun(int number, Iterator<RowSort.Row<R>> rows) {
            super(number);
            this.rows = rows;
        }

        @Override
        boolean next() {
            row = rows.hasNext() ? rows.next() : null;
            return row != null;
        }

        private RowSort.Row<R> current() {
            RowSort.Row<R> current = row;
            if (current == null) {
                throw new NoSuchElementException();
            }
            return current;
        }

        @Override
        byte[] key() {
            return current().key();
        }

        @Override
        R content() {
            return current().content();
        }
    }

    private final class Merge implements Iterator<Sorted<R>> {
        private final PriorityQueue<Run<R>> heads =
                new PriorityQueue<>(Comparator.comparing((Run<R> run) -> run.key(), Arrays::compareUnsigned)
                        .thenComparingInt(run -> run.number));

        private Merge(Iterator<RowSort.Row<R>> last) {
            for (int number = 0; number < runs.size(); number++) {
                enter(new DiskRun(number, runs.get(number)));
            }
            enter(new MemoryRun<>(runs.size(), last));
        }

        private void enter(Run<R> run) {
            if (run.next()) {
                heads.add(run);
            }
        }

        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public Sorted<R> next() {
            Run<R> first = heads.remove();
            Sorted<R> sorted = new Sorted<>(first.key(), first.content());
            enter(first);
            return sorted;
        }
    }

    /** Removes what is on the disk, and lets go of the rest. */
    @Override
    public void close() {
        sort.release();
        runs.forEach(SpillFile::close);
    }
}
