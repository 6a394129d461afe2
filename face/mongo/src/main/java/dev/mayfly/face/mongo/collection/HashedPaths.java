package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import java.util.ArrayList;
import java.util.List;

/** The paths of indexes of hashes, at which no document may have an array. Immutable and safe for concurrent use. */
public record HashedPaths(List<FieldPath> paths) {
    private static final HashedPaths NONE = new HashedPaths(List.of());

    public HashedPaths {
        paths = List.copyOf(paths);
    }

    public static HashedPaths of(CollectionRecord record) {
        if (record.indexes().isEmpty()) {
            return NONE;
        }
        List<FieldPath> paths = new ArrayList<>(0);
        for (IndexDefinition index : record.indexes()) {
            if (IndexListing.isHashed(index) && index.hasEntries()) {
                paths.add(index.parts().getFirst().path());
            }
        }
        return paths.isEmpty() ? NONE : new HashedPaths(paths);
    }

    /** @throws CommandError if an array stands at one of them */
    public void check(View document) {
        for (FieldPath path : paths) {
            View at = document;
            for (String name : path.names()) {
                at = at == null || at.type() != ValueType.OBJECT ? null : at.field(name);
                if (at != null && at.type() == ValueType.ARRAY) {
                    throw refusal(path.dotted());
                }
            }
        }
    }

    public static CommandError refusal(String path) {
        return new CommandError(
                16766, "hashed indexes do not currently support array values. Found array at path: " + path);
    }
}
