package dev.mayfly.base.query;

import dev.mayfly.base.document.KeyPart;
import java.util.List;

/**
 * The properties of an index that a planner needs.
 *
 * @param parts the fields of a key, in order; for a wildcard index the paths it covers, and descending those it leaves out
 * @param sparse whether documents without any of the paths are left out
 * @param multikey whether any document ever stood in it with an array on the way
 * @param wildcard whether its keys are a path and a value, for every path
 */
public record IndexShape(List<KeyPart> parts, boolean sparse, boolean multikey, boolean wildcard) {
    public IndexShape {
        parts = List.copyOf(parts);
    }
}
