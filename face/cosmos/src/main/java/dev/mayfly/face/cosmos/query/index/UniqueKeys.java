package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.FaceForms;
import java.util.List;

/**
 * Finds the key of an item in the index of a unique key: its partition key, then the values, of which a missing one is
 * null. Immutable and safe for concurrent use.
 */
record UniqueKeys(List<ItemPath> partitionKey, List<ItemPath> paths) implements FaceForms.KeySource {
    @Override
    public Extraction keysOf(View item, long modified) {
        KeyBytes out = new KeyBytes();
        for (ItemPath path : partitionKey) {
            out.whole(path.in(item));
        }
        for (ItemPath path : paths) {
            View value = path.in(item);
            if (value == null) {
                out.tag(KeyBytes.NULL);
            } else {
                out.whole(value);
            }
        }
        return new Extraction(List.of(out.toBytes()), false);
    }
}
