package dev.mayfly.engine.commit;

import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.expiry.Amount;

/** Counts what a draft does with expired documents, and with properties of documents: announces, destroys, brings back. */
public final class ExpiryTally {
    private DeletionCause cause = DeletionCause.WRITE;
    private int destroyed;
    private long destroyedBytes;
    private int expired;
    private long expiredBytes;
    private int broughtBack;
    private int laidAside;
    private int propertiesDied;
    private int propertiesSwept;

    /** The cause for which the draft destroys expired documents. */
    public DeletionCause cause() {
        return cause;
    }

    void setCause(DeletionCause why) {
        cause = why;
    }

    public int destroyed() {
        return destroyed;
    }

    /** The number of documents that were announced, and live again. */
    public int broughtBack() {
        return broughtBack;
    }

    /** The number of held documents that are moved out of their places. */
    public int laidAside() {
        return laidAside;
    }

    /** Counts an expired document that the batch removes. */
    public void destroy(long bytes) {
        destroyed++;
        destroyedBytes += bytes;
    }

    /** Counts a document that the batch announces as expired. */
    public void expire(long bytes) {
        expired++;
        expiredBytes += bytes;
    }

    public void bringBack() {
        broughtBack++;
    }

    public void layAside() {
        laidAside++;
    }

    /** The number of properties whose death the draft announces. */
    public int propertiesDied() {
        return propertiesDied;
    }

    /** The number of dead properties that the draft takes out of documents. */
    public int propertiesSwept() {
        return propertiesSwept;
    }

    /** Counts a property whose death the batch announces. */
    public void endProperty() {
        propertiesDied++;
    }

    /** Counts dead properties that the batch takes out of a document. */
    public void sweepProperties(int properties) {
        propertiesSwept += properties;
    }

    /** The amount that is removed because it has expired. */
    public Amount purgedAmount() {
        return new Amount(destroyed, destroyedBytes);
    }

    /** The amount that is announced as expired. */
    public Amount expiredAmount() {
        return new Amount(expired, expiredBytes);
    }

    /** Returns true if anything is announced as expired, or removed that had expired. */
    public boolean hasExpired() {
        return destroyed != 0 || expired != 0;
    }

    /** Adds the counts of another draft, which has the same cause. */
    void add(ExpiryTally other) {
        destroyed += other.destroyed;
        destroyedBytes += other.destroyedBytes;
        expired += other.expired;
        expiredBytes += other.expiredBytes;
        broughtBack += other.broughtBack;
        laidAside += other.laidAside;
        propertiesDied += other.propertiesDied;
        propertiesSwept += other.propertiesSwept;
    }
}
