package dev.mayfly.engine.write;

import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The receipts that lie with one shard. Safe for concurrent use. */
public final class IdempotencyRecords {
    /*
     * The batches of one call may leave their receipts in different shards of a collection, each of all writes so far. There a
     * receipt begins with the version of its commit, so that the last of them is known.
     *
     * Where several engines write, the same call may be on its way in another of them. So a draft that leaves a receipt reads
     * what is there, and expects it to be unchanged when it is committed: of two attempts at one call, the second is made
     * again, and then reads what the first has left. The versions in a shard strictly increase, so that the same version means
     * the same receipt.
     */
    /** The number of receipts that one batch forgets; where one of them has been replaced, all of them wait. */
    private static final int FORGOTTEN_AT_ONCE = 50;

    private final CollectionCommitter committer;

    public IdempotencyRecords(CollectionCommitter committer) {
        this.committer = committer;
    }

    private Store store() {
        return committer.store();
    }

    private Partition partition() {
        return committer.partition();
    }

    /**
     * Leaves a receipt with the writes of a draft.
     *
     * @param reader by which what was there before is read
     * @param outcomes of the writes of its call so far, by their places in it
     * @param isOfDraft tells of a place whether this draft writes it
     */
    public void put(
            PendingCommit draft,
            IdempotencyRecord receipt,
            Reader reader,
            List<@Nullable WriteOutcome> outcomes,
            IntPredicate isOfDraft) {
        put(draft, receipt, before(receipt, reader), outcomes, isOfDraft);
    }

    /** The same with what was there before, as {@link #before} has returned it; returns what is left. */
    public byte[] put(
            PendingCommit draft,
            IdempotencyRecord receipt,
            @Nullable Kept before,
            List<@Nullable WriteOutcome> outcomes,
            IntPredicate isOfDraft) {
        byte[] id = receipt.id();
        if (isShared()) {
            expect(draft, id, before);
        }
        byte[] body = receipt.body(before == null ? null : before.body(), outcomes, isOfDraft);
        put(draft, id, body);
        return body;
    }

    /** Returns what a receipt would replace, or null where nothing is, or where that does not matter. */
    public @Nullable Kept before(IdempotencyRecord receipt, Reader reader) {
        return isShared() ? get(receipt.id(), reader) : null;
    }

    /** Where a receipt is, if it is to be read before another is left. */
    static List<Cell> cells(@Nullable IdempotencyRecord receipt) {
        return receipt == null ? List.of() : List.of(new Cell(Space.META, Layout.receiptKey(receipt.id())));
    }

    private static void expect(PendingCommit draft, byte[] id, @Nullable Kept before) {
        byte[] key = Layout.receiptKey(id);
        draft.expect(
                before == null
                        ? new Expectation.Absent(Space.META, key)
                        : new Expectation.Version(Space.META, key, before.version()));
    }

    private void put(PendingCommit draft, byte[] id, byte[] body) {
        if (isVersioned()) {
            byte[] value =
                    new ByteWriter(Long.BYTES + body.length).put8(0).put(body).toBytes();
            draft.putVersioned(Space.META, Layout.receiptKey(id), value);
        } else {
            draft.batch().put(Space.META, Layout.receiptKey(id), body);
        }
    }

    private boolean isShared() {
        return committer.state().engine().isShared();
    }

    private boolean isVersioned() {
        return isShared() || committer.record().shards() > 1;
    }

    /** A receipt, and the version of the commit that left it; 0 if that is not kept. */
    public record Kept(long version, byte[] body) {}

    /** Returns the receipt of this identity, or null. */
    public @Nullable Kept get(byte[] id) {
        return get(id, store());
    }

    private @Nullable Kept get(byte[] id, Reader reader) {
        byte[] value = reader.get(partition(), Space.META, Layout.receiptKey(id));
        return value == null ? null : kept(value);
    }

    /** Returns the same, as it is behind every commit of which any reader has seen anything. */
    public @Nullable Kept getSettled(byte[] id) {
        store().settle(partition());
        return get(id);
    }

    private Kept kept(byte[] value) {
        return isVersioned()
                ? new Kept((long) Layout.LONG.get(value, 0), Arrays.copyOfRange(value, Long.BYTES, value.length))
                : new Kept(0, value);
    }

    /**
     * Replaces what was read, unless there is something else by now; returns whether it did. Only where several engines
     * write.
     */
    public boolean replace(byte[] id, @Nullable Kept before, byte[] body) {
        PendingCommit draft = committer.draft();
        draft.batch().readSince(0);
        expect(draft, id, before);
        put(draft, id, body);
        return committer.commit(draft, Durability.LOGGED) != 0;
    }

    public void forget(byte[] id) {
        committer.write(CommitRetry.batch().delete(Space.META, Layout.receiptKey(id)));
    }

    /**
     * Forgets those that were left longer ago than this, unless they are replaced meanwhile. Only where several engines write.
     *
     * @return how many were forgotten
     */
    public int forgetOlderThan(long millis) {
        long oldest = committer.state().engine().versions().firstOf(-millis);
        List<byte[]> old = new ArrayList<>();
        List<Long> versions = new ArrayList<>();
        forEach((id, kept) -> {
            if (kept.version() < oldest) {
                old.add(id);
                versions.add(kept.version());
            }
        });
        int forgotten = 0;
        for (int from = 0; from < old.size(); from += FORGOTTEN_AT_ONCE) {
            int until = Math.min(old.size(), from + FORGOTTEN_AT_ONCE);
            PendingCommit draft = committer.draft();
            draft.batch().readSince(0);
            for (int at = from; at < until; at++) {
                expect(draft, old.get(at), new Kept(versions.get(at), new byte[0]));
                draft.batch().delete(Space.META, Layout.receiptKey(old.get(at)));
            }
            forgotten += committer.commit(draft, Durability.LOGGED) == 0 ? 0 : until - from;
        }
        return forgotten;
    }

    public void forEach(BiConsumer<byte[], Kept> consumer) {
        KeyRange range = KeyRange.prefix(new byte[] {Layout.RECEIPT});
        try (Cursor cursor = store().scan(partition(), Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                consumer.accept(Arrays.copyOfRange(key, 1, key.length), kept(cursor.value()));
            }
        }
    }
}
