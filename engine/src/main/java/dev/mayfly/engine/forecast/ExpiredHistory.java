package dev.mayfly.engine.forecast;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.ExpiryTally;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the documents of one collection that expired and were destroyed, by five minutes. Safe for concurrent use. */
public final class ExpiredHistory implements CommitParticipant {
    /*
     * The store has a record for every hour in which anything happened. Counts stay in memory, as increments to those
     * records, until they are saved: now and then, and at the end. A process that is killed loses the unsaved ones;
     * these figures are informative, and nothing is decided by them. The records of all shards lie in the first.
     */
    static final long SLOT_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final int SLOTS = (int) (HOUR_MILLIS / SLOT_MILLIS);

    /** The time for which an hour is kept. */
    static final Duration KEPT = Duration.ofDays(31);

    /** The figures of a slot: documents and bytes that expired, and that were destroyed. */
    private static final int FIGURES = 4;

    private static final int SLOT_BYTES = 1 + FIGURES * 8;

    private final Map<Long, long[]> unsaved = new TreeMap<>();
    private long trimmedBefore = Long.MIN_VALUE;

    @Override
    public void applied(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            ExpiryTally expiry = draft.expiry();
            if (expiry.hasExpired()) {
                add(draft.reading().now(), expiry.expiredAmount(), expiry.purgedAmount());
            }
        }
    }

    /** Counts what a draft has announced and destroyed. */
    synchronized void add(long at, Amount expired, Amount purged) {
        long[] hour = unsaved.computeIfAbsent(Math.floorDiv(at, HOUR_MILLIS), _ -> new long[SLOTS * FIGURES]);
        int slot = (int) (Math.floorMod(at, HOUR_MILLIS) / SLOT_MILLIS) * FIGURES;
        hour[slot] += expired.documents();
        hour[slot + 1] += expired.bytes();
        hour[slot + 2] += purged.documents();
        hour[slot + 3] += purged.bytes();
    }

    /** Moves what was counted into the store; does nothing when the collection is gone. */
    public void save(CollectionShards shards, long now) {
        shards.latched(() -> {
            if (!shards.isDropped()) {
                saveLatched(shards, now);
            }
            return true;
        });
    }

    private synchronized void saveLatched(CollectionShards shards, long now) {
        long before = Math.floorDiv(now - KEPT.toMillis(), HOUR_MILLIS);
        if (unsaved.isEmpty()) {
            return;
        }
        shards.all().getFirst().catchUp();
        WriteBatch batch = CommitRetry.batch();
        if (before > trimmedBefore) {
            batch.deleteRange(Space.META, new KeyRange(Layout.pastKey(Long.MIN_VALUE), Layout.pastKey(before)));
        }
        unsaved.forEach((hour, counted) -> {
            if (hour >= before) {
                byte[] key = Layout.pastKey(hour);
                long[] sum = decode(shards.store().get(shards.partition(), Space.META, key));
                add(sum, counted);
                batch.put(Space.META, key, encode(sum));
            }
        });
        if (shards.all().getFirst().writeInTurn(batch)) {
            unsaved.clear();
            trimmedBefore = before;
        }
    }

    private static void add(long[] sum, long[] more) {
        for (int index = 0; index < sum.length; index++) {
            sum[index] += more[index];
        }
    }

    private static byte[] encode(long[] hour) {
        ByteWriter writer = new ByteWriter(SLOT_BYTES * 2);
        for (int slot = 0; slot < SLOTS; slot++) {
            if (!isEmpty(hour, slot)) {
                writer.put1(slot);
                for (int figure = 0; figure < FIGURES; figure++) {
                    writer.put8(hour[slot * FIGURES + figure]);
                }
            }
        }
        return writer.toBytes();
    }

    private static boolean isEmpty(long[] hour, int slot) {
        for (int figure = 0; figure < FIGURES; figure++) {
            if (hour[slot * FIGURES + figure] != 0) {
                return false;
            }
        }
        return true;
    }

    private static long[] decode(byte @Nullable [] value) {
        long[] hour = new long[SLOTS * FIGURES];
        if (value == null) {
            return hour;
        }
        ByteReader reader = new ByteReader(value);
        while (reader.position() < value.length) {
            int slot = reader.take1();
            for (int figure = 0; figure < FIGURES; figure++) {
                hour[slot * FIGURES + figure] = reader.take8();
            }
        }
        return hour;
    }

    /** Returns the counts within a range. A slot is in the bucket in which it begins. */
    public ExpiryHistory past(CollectionShards shards, ForecastRange range) {
        Map<Long, long[]> hours = new TreeMap<>();
        synchronized (this) {
            read(shards, range, hours);
            unsaved.forEach(
                    (hour, counted) -> add(hours.computeIfAbsent(hour, _ -> new long[counted.length]), counted));
        }
        ForecastCount.Tally[] expired = tallies(range.buckets());
        ForecastCount.Tally[] purged = tallies(range.buckets());
        hours.forEach((hour, counted) -> {
            for (int slot = 0; slot < SLOTS; slot++) {
                long begin = hour * HOUR_MILLIS + slot * SLOT_MILLIS;
                if (range.contains(begin)) {
                    int bucket = range.bucketOf(begin);
                    expired[bucket].add(counted[slot * FIGURES], counted[slot * FIGURES + 1]);
                    purged[bucket].add(counted[slot * FIGURES + 2], counted[slot * FIGURES + 3]);
                }
            }
        });
        return new ExpiryHistory(range, amounts(expired), amounts(purged));
    }

    private static void read(CollectionShards shards, ForecastRange range, Map<Long, long[]> hours) {
        KeyRange kept = new KeyRange(
                Layout.pastKey(Math.floorDiv(range.from(), HOUR_MILLIS)),
                Layout.pastKey(Math.floorDiv(range.until() - 1, HOUR_MILLIS) + 1));
        try (Cursor cursor =
                shards.store().scan(shards.partition(), Space.META, kept, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                hours.put(Layout.pastHour(cursor.key()), decode(cursor.value()));
            }
        }
    }

    private static ForecastCount.Tally[] tallies(int count) {
        ForecastCount.Tally[] tallies = new ForecastCount.Tally[count];
        Arrays.setAll(tallies, _ -> new ForecastCount.Tally());
        return tallies;
    }

    private static List<Amount> amounts(ForecastCount.Tally[] tallies) {
        List<Amount> amounts = new ArrayList<>(tallies.length);
        for (ForecastCount.Tally tally : tallies) {
            amounts.add(tally.documents() == 0 ? Amount.NOTHING : tally.amount());
        }
        return amounts;
    }
}
