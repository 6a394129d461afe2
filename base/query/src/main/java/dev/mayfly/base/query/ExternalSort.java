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

    /** So many runs are merged into one: each holds an open file, a buffer and a key. */
    private static final int RUNS_MAX = 32;

    private final long bytesMax;
    private final long limit;
    private final Codec<R> codec;
    private final @Nullable SpillSpace space;
    private final RequestMemory memory = RequestGuard.current().memory();

    /** Runs, the earliest rows last; those of each list but the first were merged of as many as the one before may hold. */
    private final List<List<SpillFile>> levels = new ArrayList<>();

    private RowSort<R> sort;
    private long chargedBytes;

    /** The codec of rows that are bytes already. */
    public static final Codec<byte[]> BYTES = new Codec<>() {
        @Override
        public void encode(byte[] row, SpillOutput output) {
            output.write(row);
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    };

    /** The encoding of a row. */
    public interface Codec<R> {
        /** Writes a row, of which nothing is held twice. */
        void encode(R row, SpillOutput output);

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
        SpillFile run = begin(free);
        for (RowSort.Row<R> row : sort.finishRows()) {
            run.write(row.key(), row.content(), row.bytes(), codec);
        }
        sort.release();
        sort = new RowSort<>(bytesMax, limit);
        end(run, free, 0);
    }

    /** A row with its key, and the memory that it takes. */
    public record Arriving<R>(byte[] key, R content, long contentBytes) {}

    /**
     * Takes rows that are in order already. They go to the disk one after another, so that none of them is held here.
     *
     * @throws SpillException when they cannot be put there
     */
    public void addRun(Iterator<Arriving<R>> ordered) {
        if (space == null) {
            throw new IllegalStateException("nothing may be put on the disk");
        }
        if (sort.bytes() > 0) {
            spill(space);
        }
        SpillFile run = begin(space);
        while (ordered.hasNext()) {
            Arriving<R> row = ordered.next();
            run.write(row.key(), row.content(), row.contentBytes(), codec);
        }
        end(run, space, 0);
    }

    private SpillFile begin(SpillSpace free) {
        if (levels.isEmpty()) {
            levels.add(new ArrayList<>());
        }
        SpillFile run = free.create();
        levels.getFirst().add(run);
        return run;
    }

    private void end(SpillFile run, SpillSpace free, int level) {
        run.rewind();
        memory.hold(SpillOutput.BUFFER_BYTES);
        chargedBytes += SpillOutput.BUFFER_BYTES;
        List<SpillFile> full = levels.get(level);
        if (full.size() == RUNS_MAX) {
            merge(full, free, level + 1);
        }
    }

    /** Makes one run of some that follow each other. */
    private void merge(List<SpillFile> some, SpillSpace free, int level) {
        if (levels.size() == level) {
            levels.add(new ArrayList<>());
        }
        SpillFile merged = free.create();
        levels.get(level).add(merged);
        RequestGuard guard = RequestGuard.current();
        PriorityQueue<Run<R>> heads = new PriorityQueue<>(Run.ORDER);
        for (int number = 0; number < some.size(); number++) {
            new DiskRun(number, some.get(number)).enter(heads);
        }
        for (Run<R> first = heads.poll(); first != null; first = heads.poll()) {
            guard.step();
            merged.copy(((DiskRun) first).file);
            first.enter(heads);
        }
        long back = (long) some.size() * SpillOutput.BUFFER_BYTES;
        some.clear();
        memory.letGo(back);
        chargedBytes -= back;
        end(merged, free, level);
    }

    private List<SpillFile> runs() {
        List<SpillFile> runs = new ArrayList<>();
        levels.reversed().forEach(runs::addAll);
        return runs;
    }

    /** Returns true if rows were spilled to disk. */
    public boolean usedDisk() {
        return !levels.isEmpty();
    }

    /** A row in order, with its key. */
    public record Sorted<R>(byte[] key, R content) {}

    /** The rows in order. Nothing may be added afterwards. */
    public Iterator<Sorted<R>> finish() {
        Iterator<RowSort.Row<R>> last = sort.finishRows().iterator();
        if (!usedDisk()) {
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
        static final Comparator<Run<?>> ORDER = Comparator.comparing((Run<?> run) -> run.key(), Arrays::compareUnsigned)
                .thenComparingInt(run -> run.number);

        private final int number;

        Run(int number) {
            this.number = number;
        }

        final void enter(PriorityQueue<Run<R>> heads) {
            if (next()) {
                heads.add(this);
            }
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
            memory.admit(file.rowHeapBytes());
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
        private final PriorityQueue<Run<R>> heads = new PriorityQueue<>(Run.ORDER);

        private Merge(Iterator<RowSort.Row<R>> last) {
            List<SpillFile> runs = runs();
            for (int number = 0; number < runs.size(); number++) {
                new DiskRun(number, runs.get(number)).enter(heads);
            }
            new MemoryRun<R>(runs.size(), last).enter(heads);
        }

        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public Sorted<R> next() {
            Run<R> first = heads.remove();
            Sorted<R> sorted = new Sorted<>(first.key(), first.content());
            first.enter(heads);
            return sorted;
        }
    }

    /** Removes what is on the disk, and lets go of the rest. */
    @Override
    public void close() {
        sort.release();
        memory.letGo(chargedBytes);
        chargedBytes = 0;
        runs().forEach(SpillFile::close);
    }
}
