package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.api.Durability;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Compares writers of a collection of four shards with as many of a collection of one, in rounds that alternate. */
final class ShardWriters {
    private static final int WRITERS = 4;
    private static final int SHARDS = 4;
    private static final int ROUNDS = 9;

    private final String place;
    private final int documents;
    private int next;

    ShardWriters(String place, int documents) {
        this.place = place;
        this.documents = documents / ROUNDS / 2;
    }

    void run() throws InterruptedException {
        try (Rig one = Rig.sharded(place(1), 1);
                Rig four = Rig.sharded(place(SHARDS), SHARDS)) {
            round(one, Durability.LOGGED);
            round(four, Durability.LOGGED);
            compare("put, 4 writers", one, four, Durability.LOGGED);
            compare("put, synced, 4 writers", one, four, Durability.SYNCED);
        }
    }

    private String place(int shards) {
        return place.equals(Rig.MEMORY) ? place : place + "-" + shards;
    }

    private void compare(String what, Rig one, Rig four, Durability durability) throws InterruptedException {
        double[] ofOne = new double[ROUNDS];
        double[] ofFour = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            ofOne[round] = round(one, durability);
            ofFour[round] = round(four, durability);
            ratios[round] = ofFour[round] / ofOne[round];
        }
        Meter.say(
                "%-28s 1 shard %,10.0f/s   4 shards %,10.0f/s   ratio %.2f",
                what, median(ofOne), median(ofFour), median(ratios));
    }

    private static double median(double[] figures) {
        Arrays.sort(figures);
        return figures[figures.length / 2];
    }

    /** Returns the number of documents written a second. */
    private double round(Rig rig, Durability durability) throws InterruptedException {
        int each = Math.max(1, documents / WRITERS);
        CountDownLatch done = new CountDownLatch(WRITERS);
        long began = SystemClock.INSTANCE.tickNanos();
        for (int writer = 0; writer < WRITERS; writer++) {
            int from = next;
            next += each;
            Thread.ofPlatform().daemon().start(() -> {
                for (int number = from; number < from + each; number++) {
                    rig.put(number, rig.dateOf(number), durability);
                }
                done.countDown();
            });
        }
        done.await();
        return each * WRITERS / ((SystemClock.INSTANCE.tickNanos() - began) / 1e9);
    }
}
