package dev.mayfly.bench.drivers;

/** One side of a comparison: a server and what it is asked for. */
record Contestant<W extends Work>(Target<W> target, W work) {
    void prepare() throws Exception {
        target.prepare(work);
    }

    Target.Worker open(int thread) throws Exception {
        return target.open(work, thread);
    }

    /** The number of documents that one request carries. */
    int documents() {
        return work.documents();
    }
}
