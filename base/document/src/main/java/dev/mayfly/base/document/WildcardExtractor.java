package dev.mayfly.base.document;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the keys of a document in an index over every path and value. Immutable. */
@SuppressWarnings("DoNotCallSuggester")
public final class WildcardExtractor {
    private final @Nullable FieldPath prefix;
    private final Set<FieldPath> included;
    private final Set<FieldPath> excluded;

    /**
     * @param prefix only what lies at or below it, or null for the whole document
     * @param included only what lies at or below one of these; empty for all
     * @param excluded nothing that lies at or below one of these
     */
    public WildcardExtractor(@Nullable FieldPath prefix, Set<FieldPath> included, Set<FieldPath> excluded) {
        this.prefix = prefix;
        this.included = Set.copyOf(included);
        this.excluded = Set.copyOf(excluded);
    }

    /** Whether values at this path are in the index. */
    public boolean covers(FieldPath path) {
        throw new UnsupportedOperationException(path + " " + prefix + included + excluded);
    }

    public Extraction extract(View document) {
        throw new UnsupportedOperationException();
    }
}
