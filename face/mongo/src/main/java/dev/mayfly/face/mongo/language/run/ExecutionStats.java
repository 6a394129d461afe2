package dev.mayfly.face.mongo.language.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The cost of a command, or of one of its statements, so far. Used by one thread at a time. */
public final class ExecutionStats {
    /** The statistics of an unwatched run: count nothing, and so may be shared by all. */
    static final ExecutionStats NONE = new ExecutionStats(0, 0);

    /** A join may plan once for every document; only the first plans are reported. */
    private static final int PLANS_MAX = 8;

    private final int statement;
    private final long startedNanos;
    private final List<Supplier<String>> plans = new ArrayList<>(1);
    private long nanos;
    private long keys;
    private long documents;
    private long matched;
    private long modified;
    private long upserted;
    private long deleted;
    private boolean sorted;
    private boolean usedDisk;

    /** @param statement its place among the statements of the command */
    ExecutionStats(int statement, long startedNanos) {
        this.statement = statement;
        this.startedNanos = startedNanos;
    }

    public void examined(long moreKeys, long moreDocuments) {
        if (this != NONE) {
            keys += moreKeys;
            documents += moreDocuments;
        }
    }

    /** @param summary called at the end, if the summary is needed */
    public void planned(Supplier<String> summary) {
        if (this != NONE && plans.size() < PLANS_MAX) {
            plans.add(summary);
        }
    }

    /** Documents had to be put in order, since no index delivered it. */
    public void sorted() {
        if (this != NONE) {
            sorted = true;
        }
    }

    /** Rows did not fit in memory. */
    public void usedDisk() {
        if (this != NONE) {
            usedDisk = true;
        }
    }

    public void updated(long moreMatched, long moreModified) {
        if (this != NONE) {
            matched += moreMatched;
            modified += moreModified;
        }
    }

    /** A document was inserted because none matched. */
    public void upserted() {
        if (this != NONE) {
            upserted++;
        }
    }

    public void deleted(long more) {
        if (this != NONE) {
            deleted += more;
        }
    }

    void end(long nowNanos) {
        nanos = nowNanos - startedNanos;
    }

    public int statement() {
        return statement;
    }

    /** Returns the time the statement took. */
    public long nanos() {
        return nanos;
    }

    public long keysExamined() {
        return keys;
    }

    public long documentsExamined() {
        return documents;
    }

    public long matched() {
        return matched;
    }

    public long modified() {
        return modified;
    }

    public long upserts() {
        return upserted;
    }

    public long deletes() {
        return deleted;
    }

    public boolean hasUsedDisk() {
        return usedDisk;
    }

    public boolean isSorted() {
        return sorted;
    }

    /** Returns the access path, such as {@code IXSCAN { a: 1 }}; empty if no documents were looked for. */
    public String planSummary() {
        return plans.stream().map(Supplier::get).distinct().collect(Collectors.joining(", "));
    }
}
