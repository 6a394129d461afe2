package dev.mayfly.face.mongo.session;

import java.util.concurrent.atomic.LongAdder;

/** The number of transactions, by outcome. Safe for concurrent use. */
public final class TransactionCounts {
    private final LongAdder started = new LongAdder();
    private final LongAdder committed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder repeatedCommands = new LongAdder();
    private final LongAdder repeatedStatements = new LongAdder();

    TransactionCounts() {}

    void start() {
        started.increment();
    }

    void commit() {
        committed.increment();
    }

    void abort() {
        aborted.increment();
    }

    /** Counts a command of which the given number of statements were answered and not done. */
    public void repeat(int statements) {
        repeatedCommands.increment();
        repeatedStatements.add(statements);
    }

    public long started() {
        return started.sum();
    }

    public long committed() {
        return committed.sum();
    }

    public long aborted() {
        return aborted.sum();
    }

    /** Those that have begun and not ended. */
    public long open() {
        return Math.max(0, started() - committed() - aborted());
    }

    public long repeatedCommands() {
        return repeatedCommands.sum();
    }

    public long repeatedStatements() {
        return repeatedStatements.sum();
    }
}
