package dev.mayfly.engine.erasure;

import java.util.List;

/**
 * Some of what was destroyed, in the order in which it was.
 *
 * @param next the position from which to read on, now or later; not to be changed
 * @param hasMore whether there is more to be read already
 */
public record ErasurePage(List<Erasure> erasures, byte[] next, boolean hasMore) {
    public ErasurePage {
        erasures = List.copyOf(erasures);
    }
}
