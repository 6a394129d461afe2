package dev.mayfly.store.api;

import java.util.Map;

/**
 * A process that has the store open.
 *
 * @param id another one after each start
 * @param facts what it tells the others, by names
 */
public record NodeEntry(String id, Map<String, String> facts) {
    public NodeEntry {
        facts = Map.copyOf(facts);
    }
}
