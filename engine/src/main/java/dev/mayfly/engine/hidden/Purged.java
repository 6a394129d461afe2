package dev.mayfly.engine.hidden;

/**
 * What a purge of hidden documents came to.
 *
 * @param documents how many were destroyed
 * @param bytes what those occupied
 * @param held how many a hold has kept
 * @param missing how many of the keys asked for have nothing hidden
 */
public record Purged(long documents, long bytes, long held, long missing) {
    public static final Purged NOTHING = new Purged(0, 0, 0, 0);

    public Purged plus(Purged other) {
        return new Purged(documents + other.documents, bytes + other.bytes, held + other.held, missing + other.missing);
    }
}
