package dev.mayfly.base.clock;

/** The machine's own clock. The only class that reads it. */
public enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long tickNanos() {
        return System.nanoTime();
    }
}
