package dev.mayfly.engine.vector;

import dev.mayfly.base.query.PackedVectors;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The columns of vectors of one shard, each of which is made when a search first asks for it. They live in memory alone. Safe for
 * concurrent use.
 */
public final class VectorColumns implements CommitParticipant {
    /** What a document takes in a column beside its vector: its key, and where it is found by that. */
    private static final long ENTRY_BYTES = 160;

    /** A column has room for this many more documents than there are, and an eighth. */
    private static final long ROOM = 128;

    private final ColumnMemory memory;
    private final CollectionCommitter shard;
    private final ReentrantLock making = new ReentrantLock();
    private volatile List<VectorColumn> columns = List.of();

    public VectorColumns(ColumnMemory memory, CollectionCommitter shard) {
        this.memory = memory;
        this.shard = shard;
    }

    @Override
    public void prepare(CommitGroup group) {
        List<VectorColumn> noting = columns;
        if (noting.isEmpty()) {
            return;
        }
        for (WriteBatch.Write write : group.batch().writes()) {
            if (write.space() == Space.DOCUMENT) {
                noting.forEach(column -> note(column.changes(), write));
            }
        }
    }

    private static void note(ColumnChanges changes, WriteBatch.Write write) {
        switch (write) {
            case WriteBatch.Put put -> changes.note(put.key());
            case WriteBatch.Delete delete -> changes.note(delete.key());
            case WriteBatch.DeleteRange _ -> changes.overrun();
        }
    }

    @Override
    public void end(CommitGroup group) {
        columns.forEach(column -> column.changes().settle());
    }

    @Override
    public void reread(StateRows rows) {
        clear();
    }

    /** The number of columns. */
    public int count() {
        return columns.size();
    }

    /** Forgets all columns. */
    public void clear() {
        columns.forEach(this::forget);
    }

    private void forget(VectorColumn column) {
        memory.giveBack(column);
        leave(column);
    }

    private synchronized void leave(VectorColumn column) {
        column.changes().overrun();
        columns = columns.stream().filter(other -> !other.equals(column)).toList();
    }

    private synchronized void enter(VectorColumn column) {
        List<VectorColumn> more = new ArrayList<>(columns);
        more.add(column);
        columns = List.copyOf(more);
    }

    /**
     * Offers every document of the shard that can be among the nearest, and some others.
     *
     * @return false if that is not known, so that all documents have to be read
     */
    boolean search(ReadView reading, NearestSearch search, NearestDocuments nearest) {
        VectorColumn column = column(search);
        if (column == null) {
            return false;
        }
        memory.use(column);
        boolean isDone = column.search(reading, search, nearest);
        if (!column.isUsable()) {
            forget(column);
        }
        return isDone;
    }

    private @Nullable VectorColumn column(NearestSearch search) {
        for (VectorColumn column : columns) {
            if (column.isOf(search)) {
                return column.isRead() ? column : null;
            }
        }
        // Another search that comes while a column is read had better read the documents itself.
        if (!making.tryLock()) {
            return null;
        }
        try {
            return made(search);
        } finally {
            making.unlock();
        }
    }

    private @Nullable VectorColumn made(NearestSearch search) {
        int dimensions = search.vector().length;
        long documents = shard.totals().documents();
        long room = documents + documents / 8 + ROOM;
        VectorColumn column = new VectorColumn(shard, search.path(), dimensions, room);
        long bytes = PackedVectors.bytes(room, dimensions) + room * ENTRY_BYTES;
        if (!memory.take(column, bytes, () -> leave(column))) {
            return null;
        }
        boolean isRead = false;
        try {
            // Under the latch, so that no batch is on its way of which the column was not told.
            shard.latched(() -> {
                enter(column);
                return column;
            });
            shard.store().settle(shard.partition());
            isRead = column.read(search);
        } finally {
            if (!isRead) {
                forget(column);
            }
        }
        return isRead ? column : null;
    }
}
