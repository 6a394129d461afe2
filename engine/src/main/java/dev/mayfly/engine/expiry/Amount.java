package dev.mayfly.engine.expiry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A number of documents, and how much is stored of them.
 *
 * @param bytes as stored, before the store compresses them
 */
public record Amount(long documents, long bytes) {
    public static final Amount NOTHING = new Amount(0, 0);

    public Amount plus(Amount other) {
        return new Amount(documents + other.documents, bytes + other.bytes);
    }

    /** Returns this amount without the other; never less than nothing. */
    public Amount minus(Amount other) {
        return new Amount(Math.max(0, documents - other.documents), Math.max(0, bytes - other.bytes));
    }

    /** Nothing in each of some buckets. */
    public static List<Amount> none(int buckets) {
        return Collections.nCopies(buckets, NOTHING);
    }

    /** Returns the counts, bucket by bucket. */
    public static List<Amount> list(long[] documents, long[] bytes) {
        List<Amount> amounts = new ArrayList<>(documents.length);
        for (int bucket = 0; bucket < documents.length; bucket++) {
            boolean empty = documents[bucket] == 0 && bytes[bucket] == 0;
            amounts.add(empty ? NOTHING : new Amount(documents[bucket], bytes[bucket]));
        }
        return amounts;
    }

    /** Bucket by bucket, over the same range. */
    public static List<Amount> sums(List<Amount> some, List<Amount> others) {
        List<Amount> sums = new ArrayList<>(some.size());
        for (int bucket = 0; bucket < some.size(); bucket++) {
            sums.add(some.get(bucket).plus(others.get(bucket)));
        }
        return sums;
    }
}
