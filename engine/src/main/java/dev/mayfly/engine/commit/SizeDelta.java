package dev.mayfly.engine.commit;

/** The number of documents, bytes, announcement records and tombstones by which a draft changes a collection. */
public final class SizeDelta {
    private long documents;
    private long bytes;
    private int records;
    private int tombstones;

    public long documents() {
        return documents;
    }

    public long bytes() {
        return bytes;
    }

    public int records() {
        return records;
    }

    public int tombstones() {
        return tombstones;
    }

    public boolean isZero() {
        return documents == 0 && bytes == 0 && records == 0 && tombstones == 0;
    }

    void addDocument(long size) {
        documents++;
        bytes += size;
    }

    /** Counts a document that the batch removes or replaces. */
    public void removeDocument(long size) {
        documents--;
        bytes -= size;
    }

    /** Counts a document that is stored with other bytes. */
    public void replaceDocument(long before, long after) {
        bytes += after - before;
    }

    void addRecord() {
        records++;
    }

    void removeRecord() {
        records--;
    }

    public void addTombstone() {
        tombstones++;
    }

    public void removeTombstone() {
        tombstones--;
    }

    void add(SizeDelta other) {
        documents += other.documents;
        bytes += other.bytes;
        records += other.records;
        tombstones += other.tombstones;
    }
}
