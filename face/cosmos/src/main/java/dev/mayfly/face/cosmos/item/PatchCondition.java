package dev.mayfly.face.cosmos.item;

/** What must hold of an item for a patch to be applied. */
@FunctionalInterface
interface PatchCondition {
    /**
     * Whether it does.
     *
     * @param item as clients see it, system properties and all
     * @param now milliseconds since the epoch
     */
    boolean holds(byte[] item, long now);
}
