package dev.mayfly.face.cosmos.item;

/** What must hold of an item for a patch to be applied. */
@FunctionalInterface
public interface PatchCondition {
    /** @param item as clients see it, system properties and all */
    boolean holds(byte[] item);

    /** Reads conditions such as {@code from c where c.stock > 0}. Safe for concurrent use. */
    @FunctionalInterface
    interface Language {
        /** @throws dev.mayfly.face.cosmos.CosmosException when the text is no condition */
        PatchCondition read(String text);
    }
}
