package dev.mayfly.bench.drivers;

/**
 * The ratio that the first of two contestants should reach.
 *
 * @param rate at least this many times the other's rate
 * @param cpu at most this many times the other's processor time per operation; 0 if that does not matter
 */
record Goal(double rate, double cpu) {
    static final Goal NONE = new Goal(0, 0);

    boolean isReached(double rateRatio, double cpuRatio) {
        return rateRatio >= rate && (cpu == 0 || cpuRatio <= cpu);
    }
}
