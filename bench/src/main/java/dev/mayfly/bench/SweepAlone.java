package dev.mayfly.bench;

/** How fast documents are destroyed when nothing else is going on, and what is left of them on disk. */
final class SweepAlone {
    private final Rig rig;
    private final int documents;

    SweepAlone(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    void run() throws InterruptedException {
        rig.load(0, documents);
        rig.changePolicy(0);
        Meter.measure("sweep, alone", documents, rig.engine().sweeper()::sweepNow);
        long left = rig.collection().storedSize().documents();
        if (left != 0) {
            throw new IllegalStateException(left + " documents are left");
        }
    }
}
