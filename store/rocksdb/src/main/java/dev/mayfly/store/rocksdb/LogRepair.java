package dev.mayfly.store.rocksdb;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link RocksStore#salvage}.
 *
 * @param log the damaged file of the write-ahead log, or null if none is damaged
 * @param offset where in it the first damaged record begins
 * @param bytesLost how much of the log lay behind that point; with {@code gap} the upper bound of what was lost
 * @param lastSequence the number of the last write that was kept
 * @param gap whether writes behind the damage were kept too, because files already hold some of them
 */
public record LogRepair(@Nullable Path log, long offset, long bytesLost, long lastSequence, boolean gap) {
    public boolean isDamaged() {
        return log != null;
    }
}
