package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.window.RowPartition;
import dev.mayfly.face.couchbase.query.window.RunningRank;
import dev.mayfly.face.couchbase.query.window.WindowResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows if needed, partitions them, and computes the functions of one partition. The part of a sort that does not
 * fit in memory goes to the disk; the rows of one part must fit, unless all functions need but the rows before. Used
 * once, by one thread.
 */
final class WindowPass implements AutoCloseable {
    private static final long VALUE_BYTES = 96;

    private final List<WindowDefinition.Sort> keys;
    private final int width;
    private final int[] partitionColumns;
    private final List<RunningRank> running = new ArrayList<>();
    private final List<WindowResult> whole = new ArrayList<>();
    private final StatementExecution execution;
    private final Taker next;
    private final @Nullable ExternalSort<byte[]> sort;
    private OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
    private RowPartition partition = emptyPartition();
    private N1qlValue @Nullable [] before;

    /** Takes a row, and answers whether further ones are wanted. */
    @FunctionalInterface
    interface Taker {
        boolean take(N1qlValue[] row);
    }

    /**
     * A pass over rows.
     *
     * @param keys none where rows come in the order that is wanted
     * @param width how many values a row has
     */
    WindowPass(
            List<WindowDefinition.Sort> keys,
            int width,
            List<WindowDefinition> functions,
            Frame frame,
            @Nullable SpillSpace space,
            Taker next) {
        this.keys = keys;
        this.width = width;
        this.partitionColumns = functions.getFirst().partition();
        this.execution = frame.execution();
        this.next = next;
        this.sort = keys.isEmpty() ? null : new ExternalSort<>(OperatorMemory.BYTES_MAX, 0, ExternalSort.BYTES, space);
        for (WindowDefinition function : functions) {
            RunningRank rank = function.running();
            if (rank != null) {
                running.add(rank);
            } else {
                whole.add(function.whole(frame));
            }
        }
    }

    private RowPartition emptyPartition() {
        budget.letGo();
        budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        return new RowPartition(budget::take, this::check);
    }

    private void check() {
        execution.check();
    }

    boolean add(N1qlValue[] row) {
        if (sort == null) {
            return part(row, false);
        }
        CollationKey key = new CollationKey();
        for (WindowDefinition.Sort each : keys) {
            key.add(row[each.column()], each.descending(), each.unknownLast());
        }
        byte[] content = RowBytes.of(row);
        try {
            sort.add(key.bytes(), content, content.length);
        } catch (MemoryLimitExceeded | SpillException failure) {
            throw OperatorMemory.exceeded();
        }
        return true;
    }

    /** Gives all rows that are still here. */
    boolean finish() {
        if (sort != null) {
            Iterator<ExternalSort.Sorted<byte[]>> sorted = sort.finish();
            while (sorted.hasNext()) {
                execution.check();
                byte[] content = sorted.next().content();
                N1qlValue[] row = RowBytes.row(content, width);
                budget.take(whole.isEmpty() ? 0 : content.length + row.length * VALUE_BYTES);
                if (!part(row, true)) {
                    return false;
                }
            }
        }
        return endPartition();
    }

    /** @param owned whether the row's values hold no more than themselves, and have been counted */
    private boolean part(N1qlValue[] row, boolean owned) {
        N1qlValue[] last = before;
        if (last == null || !RowPartition.alike(last, row, partitionColumns)) {
            if (!endPartition()) {
                return false;
            }
            running.forEach(RunningRank::begin);
        }
        before = row;
        for (RunningRank rank : running) {
            rank.number(row);
        }
        if (whole.isEmpty()) {
            return next.take(row);
        }
        if (!owned) {
            for (int i = 0; i < row.length; i++) {
                row[i] = budget.keep(row[i]);
            }
        }
        partition.add(row);
        return true;
    }

    private boolean endPartition() {
        RowPartition ended = partition;
        if (ended.size() == 0) {
            return true;
        }
        whole.forEach(function -> function.compute(ended));
        partition = emptyPartition();
        for (int i = 0; i < ended.size(); i++) {
            if (!next.take(ended.row(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        if (sort != null) {
            sort.close();
        }
    }
}
