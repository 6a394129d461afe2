package dev.mayfly.face.mongo.language.update;

/**
 * The facts that an update knows besides the document.
 *
 * @param position index of the array element that the query matched, for {@code $}: see {@code MatchedPosition}
 * @param insert whether the document is the seed of an upsert
 * @param nowMillis the request's instant
 */
public record UpdateContext(int position, boolean insert, long nowMillis) {
    public static final int NO_POSITION = -1;

    /** An update of a document that exists, whose query matched no array element of interest. */
    public static UpdateContext at(long nowMillis) {
        return new UpdateContext(NO_POSITION, false, nowMillis);
    }

    public UpdateContext inserting() {
        return new UpdateContext(position, true, nowMillis);
    }

    public UpdateContext matchedAt(int index) {
        return new UpdateContext(index, insert, nowMillis);
    }
}
