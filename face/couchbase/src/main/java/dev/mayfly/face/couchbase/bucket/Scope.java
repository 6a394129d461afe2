package dev.mayfly.face.couchbase.bucket;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scope as the manifest has it. Immutable. */
public record Scope(String name, int uid, List<CollectionDefinition> collections) {
    public static final String DEFAULT = "_default";

    /** The scope that the server keeps for itself. */
    public static final String SYSTEM = "_system";

    public Scope {
        collections = List.copyOf(collections);
    }

    public @Nullable CollectionDefinition find(String collection) {
        for (CollectionDefinition each : collections) {
            if (each.name().equals(collection)) {
                return each;
            }
        }
        return null;
    }

    /** The youngest stands in front. */
    Scope with(CollectionDefinition added) {
        List<CollectionDefinition> more = new ArrayList<>();
        more.add(added);
        more.addAll(collections);
        return new Scope(name, uid, more);
    }

    Scope replacing(CollectionDefinition changed) {
        return new Scope(
                name,
                uid,
                collections.stream()
                        .map(each -> each.uid() == changed.uid() ? changed : each)
                        .toList());
    }

    Scope without(CollectionDefinition dropped) {
        return new Scope(
                name,
                uid,
                collections.stream().filter(each -> each.uid() != dropped.uid()).toList());
    }
}
