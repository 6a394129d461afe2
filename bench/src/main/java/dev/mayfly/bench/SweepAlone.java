package dev.mayfly.bench;

/** Measures how fast documents are destroyed when nothing else is going on, and their size on disk before and after. */
final class SweepAlone {
    private final Rig rig;
    private final int documents;

    SweepAlone(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    void run() throws InterruptedException {
        rig.load(0, documents);
        long peak = rig.store().usedBytes();
        rig.store().compact();
        long compact = rig.store().usedBytes();
        Meter.say(
                "disk, a live document                     %,d bytes compacted, %,d before",
                compact / documents, peak / documents);
        rig.changePolicy(0);
        Meter.measure("sweep, alone", documents, rig.engine().sweeper()::sweepNow);
        long left = rig.collection().storedSize().documents();
        if (left != 0) {
            throw new IllegalStateException(left + " documents are left");
        }
        peak = Math.max(peak, rig.store().usedBytes());
        rig.store().compact();
        long rest = rig.store().usedBytes();
        Meter.say(
                "disk, everything destroyed and compacted  %.2f %% of the peak, %,d bytes", 100.0 * rest / peak, rest);
    }
}
