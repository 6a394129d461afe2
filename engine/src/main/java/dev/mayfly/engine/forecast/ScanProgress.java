package dev.mayfly.engine.forecast;

/** Is told how far a scan is; whatever it throws ends the scan. */
public interface ScanProgress {
    ScanProgress NONE = (_, _) -> {};

    /** Tells how many documents of about how many were looked at. */
    void at(long done, long total);
}
