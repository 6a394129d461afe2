package dev.mayfly.engine.catalog;

/**
 * The name of a collection; a collection belongs to the face that made it.
 *
 * @param face the face's own name
 */
public record CollectionName(String face, String database, String collection) {
    @Override
    public String toString() {
        return face + ":" + database + "." + collection;
    }
}
