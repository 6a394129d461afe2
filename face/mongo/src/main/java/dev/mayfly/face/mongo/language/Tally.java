package dev.mayfly.face.mongo.language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What a command, or one of its statements, has cost and done so far. Used by one thread at a time. */
public final class Tally {
    /** Of what nobody watches: counts nothing, and so may be shared by all. */
    static final Tally NONE = new Tally(0, 0);

    /** A join may plan once for every document; what is told are the first plans. */
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
    Tally(int statement, long startedNanos) {
        this.statement = statement;
        this.startedNanos = startedNanos;
    }

    public void examined(long moreKeys, long moreDocuments) {
        if (this != NONE) {
            keys += moreKeys;
            documents += moreDocuments;
        }
    }

    /** @param summary asked for at the end, if anybody wants to know */
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

    /** How long the statement took. */
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

    /** How documents were found, such as {@code IXSCAN { a: 1 }}; empty if none were looked for. */
    public String planSummary() {
        return plans.stream().map(Supplier::get).distinct().collect(Collectors.joining(", "));
    }
}
