package dev.mayfly.bench.drivers;

/** The amount that is loaded and asked for: as much as the figures stand for, or just enough that every step is taken once. */
enum Scale {
    WHOLE(1),
    SMOKE(50);

    private final int divisor;

    Scale(int divisor) {
        this.divisor = divisor;
    }

    /**
     * The number of documents, keys or requests to use.
     *
     * @param whole the number that the figures stand for
     */
    int of(int whole) {
        return Math.max(1, whole / divisor);
    }
}
