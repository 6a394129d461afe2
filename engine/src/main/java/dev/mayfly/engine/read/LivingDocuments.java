package dev.mayfly.engine.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the living documents of a collection at a cost that is proportional to their number, however many are hidden. */
@FunctionalInterface
public interface LivingDocuments {
    /**
     * Returns the keys of all documents that are live in the view, in no order; none that is live from here on is missing.
     *
     * @param most the number of documents to look at
     * @return null if there are more, or if not all of them can be found this way
     */
    @Nullable
    List<byte[]> keys(ReadView view, int most);
}
