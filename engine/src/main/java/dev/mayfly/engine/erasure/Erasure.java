package dev.mayfly.engine.erasure;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Says that an expired document was destroyed, without revealing which one to a reader that does not know it already.
 *
 * @param collection as it was called then
 * @param hash what {@link #hash} makes of the collection and the key; not to be changed
 * @param rule that let it die, in words
 * @param deadline when it expired, in milliseconds since the epoch
 * @param destroyedAt when it was taken out of the store
 * @param by who took it out
 */
public record Erasure(CollectionName collection, byte[] hash, String rule, long deadline, long destroyedAt, By by) {
    public static final int HASH_BYTES = 32;

    /** The causes of the removal of expired documents. */
    public enum By {
        /** A write that needed its key or a unique value of it. */
        WRITE,
        /** A request that met it. */
        ACCESS,
        /** The sweeper. */
        SWEEP,
        /** The sweeper, asked to. */
        COMPACTION,
        /** An explicit request, whatever grace says. */
        PURGE
    }

    /** SHA-256 over {@code face/database/collection}, a zero byte, and the key as the engine encodes it. */
    public static byte[] hash(CollectionName collection, DocumentKey key) {
        MessageDigest digest = digest();
        digest.update(prefix(collection));
        return digest.digest(key.bytes());
    }

    /** Returns the bytes that are hashed before the key. */
    public static byte[] prefix(CollectionName name) {
        String text = name.face() + "/" + name.database() + "/" + name.collection() + "\0";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
