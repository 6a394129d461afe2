package dev.mayfly.face.cosmos.language.function;

/**
 * What a container says about the values in its items.
 *
 * @param isPlanar whether places lie on the plane, not on the sphere
 */
public record SearchSettings(boolean isPlanar) {
    /** Those of a container that says nothing. */
    public static final SearchSettings DEFAULT = new SearchSettings(false);
}
