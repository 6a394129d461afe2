package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Set;

/** Remembers rows it has seen, long ones by a digest. Used by one thread. */
public final class DistinctRows {
    private static final int DIGEST_BYTES = 32;
    private static final int ROW_OVERHEAD_BYTES = 112;

    private final long bytesMax;
    private final SortKeys keys = new SortKeys();
    private final Set<ByteBuffer> seen = new HashSet<>();
    private final MessageDigest digest = sha256();
    private final RequestGuard guard = RequestGuard.current();
    private long bytes;

    public DistinctRows(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * True when no equal row was added before.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException 400 when the rows seen exceed the bound
     */
    public boolean add(SqlValue row) {
        byte[] key = keys.reset().append(row, false).toByteArray();
        byte[] kept = key.length <= DIGEST_BYTES ? key : digest.digest(key);
        if (!seen.add(ByteBuffer.wrap(kept))) {
            return false;
        }
        bytes += kept.length + ROW_OVERHEAD_BYTES;
        guard.hold(kept.length + ROW_OVERHEAD_BYTES);
        if (bytes > bytesMax) {
            throw QueryErrors.tooMuchMemory(bytesMax);
        }
        return true;
    }
}
