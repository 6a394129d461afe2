package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds out which expectations of a commit do not hold. A hot path. */
final class ExpectationCheck {
    /*
     * A key that the batch's writer has read, and that was not written since, is not reread. The rest is read, and
     * where there is much of it, as in a sweep, in the order of the keys: neighbours are then mostly found by one step
     * of an iterator, which costs a third of a get (1.3 us and 4.3 us), while keys without order cost a tenth more by
     * seeks than by gets.
     */
    private static final VarHandle BIG_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** For fewer keys an iterator does not pay. */
    private static final int WALK_MIN = 16;

    private final RocksReader present;
    private final RecentWrites recent;

    ExpectationCheck(RocksReader present, RecentWrites recent) {
        this.present = present;
        this.recent = recent;
    }

    /** The expectations that failed, in their order; for a commit to be asked under the partition's lock. */
    List<Expectation> failed(Partition partition, List<Expectation> expectations, long moment) {
        List<Expectation> unknown = moment == 0 ? expectations : changed(partition, expectations, moment);
        if (unknown.size() < WALK_MIN) {
            return failed(partition, unknown);
        }
        boolean[] held = new boolean[unknown.size()];
        for (int from = 0; from < held.length; ) {
            int until = from + 1;
            while (until < held.length
                    && unknown.get(until).space() == unknown.get(from).space()) {
                until++;
            }
            walk(partition, unknown, from, until, held);
            from = until;
        }
        List<Expectation> doubtful = new ArrayList<>(0);
        for (int index = 0; index < held.length; index++) {
            if (!held[index]) {
                doubtful.add(unknown.get(index));
            }
        }
        return failed(partition, doubtful);
    }

    private List<Expectation> changed(Partition partition, List<Expectation> expectations, long moment) {
        List<Expectation> changed = new ArrayList<>(0);
        for (int index = 0; index < expectations.size(); index++) {
            Expectation expectation = expectations.get(index);
            if (recent.mayHaveChanged(partition, expectation.space(), expectation.key(), moment)) {
                changed.add(expectation);
            }
        }
        return changed;
    }

    /** Marks those of one space that hold as far as a walk can tell; the others are to be read. */
    private void walk(Partition partition, List<Expectation> all, int from, int until, boolean[] held) {
        if (until - from < WALK_MIN) {
            return;
        }
        Integer[] order = new Integer[until - from];
        Arrays.setAll(order, index -> from + index);
        Arrays.sort(
                order,
                (left, right) -> Arrays.compareUnsigned(
                        all.get(left).key(), all.get(right).key()));
        try (KeyWalk walk = present.walk(all.get(from).space())) {
            for (Integer index : order) {
                if (all.get(index) instanceof Expectation.Version(var _, var key, long version)) {
                    held[index] = walk.finds(PlacedKeys.of(partition, key)) && walk.holds(version);
                    if (walk.isUseless()) {
                        return;
                    }
                }
            }
        }
    }

    private List<Expectation> failed(Partition partition, List<Expectation> expectations) {
        List<Expectation> failed = List.of();
        byte[] beginning = new byte[Long.BYTES];
        for (int index = 0; index < expectations.size(); index++) {
            Expectation expectation = expectations.get(index);
            int length = present.getInto(partition, expectation.space(), expectation.key(), beginning);
            boolean holds = switch (expectation) {
                case Expectation.Absent _ -> length < 0;
                case Expectation.Version(var _, var _, long version) ->
                    length >= Long.BYTES && (long) BIG_ENDIAN_LONG.get(beginning, 0) == version;
            };
            if (!holds) {
                if (failed.isEmpty()) {
                    failed = new ArrayList<>();
                }
                failed.add(expectation);
            }
        }
        return failed;
    }
}
