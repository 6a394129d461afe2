package dev.mayfly.engine.hidden;

/**
 * The result of a purge of hidden documents.
 *
 * @param documents how many were destroyed
 * @param bytes what those occupied
 * @param held how many a hold has kept
 * @param missing how many of the keys asked for have nothing hidden
 */
public record PurgeResult(long documents, long bytes, long held, long missing) {
    public static final PurgeResult NOTHING = new PurgeResult(0, 0, 0, 0);

    public PurgeResult plus(PurgeResult other) {
        return new PurgeResult(
                documents + other.documents, bytes + other.bytes, held + other.held, missing + other.missing);
    }
}
