package dev.mayfly.base.query;

/** An operator would have held more rows than its bound allows. */
public final class MemoryLimitExceeded extends RuntimeException {
    private final long limitBytes;

    public MemoryLimitExceeded(long limitBytes) {
        super("an operator exceeded its memory limit", null, false, false);
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }
}
