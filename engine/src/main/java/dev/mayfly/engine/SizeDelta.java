package dev.mayfly.engine;

/** The number of documents, bytes, announcement records and tombstones by which a draft changes a collection. */
final class SizeDelta {
    private long documents;
    private long bytes;
    private int records;
    private int tombstones;

    long documents() {
        return documents;
    }

    long bytes() {
        return bytes;
    }

    int records() {
        return records;
    }

    int tombstones() {
        return tombstones;
    }

    boolean isZero() {
        return documents == 0 && bytes == 0 && records == 0 && tombstones == 0;
    }

    void addDocument(long size) {
        documents++;
        bytes += size;
    }

    /** Counts a document that the batch removes or replaces. */
    void removeDocument(long size) {
        documents--;
        bytes -= size;
    }

    void addRecord() {
        records++;
    }

    void removeRecord() {
        records--;
    }

    void addTombstone() {
        tombstones++;
    }

    void removeTombstone() {
        tombstones--;
    }

    void add(SizeDelta other) {
        documents += other.documents;
        bytes += other.bytes;
        records += other.records;
        tombstones += other.tombstones;
    }
}
