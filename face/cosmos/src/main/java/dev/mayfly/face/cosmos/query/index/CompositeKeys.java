package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import java.util.List;

/**
 * Finds the key of an item in a composite index: every item has one. Immutable and safe for concurrent use.
 *
 * @param computed the computed properties to which a path may lead
 */
public record CompositeKeys(List<Part> parts, ComputedProperties computed) implements FaceForms.KeySource {
    @Override
    public Extraction keysOf(View item, long modified) {
        return new Extraction(List.of(keyOf(item, modified)), false);
    }

    /** The values at the paths, one after the other. */
    public byte[] keyOf(View item, long modified) {
        View values = computed.isEmpty() ? item : computed.of((JsonView) item, modified);
        KeyBytes out = new KeyBytes();
        for (Part part : parts) {
            int from = out.size();
            if (part.path().isRoot(ItemKeys.MODIFIED)) {
                out.number((double) Math.floorDiv(modified, 1000L));
            } else {
                out.value(part.path().in(isComputed(part.path()) ? values : item));
            }
            if (part.descending()) {
                out.complement(from);
            }
        }
        return out.toBytes();
    }

    private boolean isComputed(ItemPath path) {
        String first = path.first();
        return first != null && computed.named(first) != null;
    }
}
