package dev.mayfly.face.cosmos.item;

/** The condition that must hold for an item for a patch to be applied. */
@FunctionalInterface
interface PatchCondition {
    /**
     * Returns true if the condition holds.
     *
     * @param item as clients see it, system properties and all
     * @param now milliseconds since the epoch
     */
    boolean holds(byte[] item, long now);
}
