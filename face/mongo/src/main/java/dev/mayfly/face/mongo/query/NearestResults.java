package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.vector.NearestFound;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The documents among which those with the nearest vectors are, in the order of a scan: found by the vectors that are kept in
 * memory, or all that a filter leaves. The stage that asks for them takes them without a pause, since it sorts them.
 */
final class NearestResults implements Results {
    private final Collection collection;
    private final SearchedVectors searched;
    private final MongoFilter filter;
    private final Results scan;
    private ReadView reading;
    private boolean isSought;
    private Iterator<Document> found = List.<Document>of().iterator();
    private boolean isFound;
    private long looked;

    /** @param scan finds all that the filter leaves */
    NearestResults(
            Collection collection, ReadView reading, SearchedVectors searched, MongoFilter filter, Results scan) {
        this.collection = collection;
        this.reading = reading;
        this.searched = searched;
        this.filter = filter;
        this.scan = scan;
    }

    @Override
    public @Nullable Document next() {
        if (!isSought) {
            isSought = true;
            seek();
        }
        if (!isFound) {
            return scan.next();
        }
        return found.hasNext() ? found.next() : null;
    }

    private void seek() {
        Optional<NearestFound> nearest = collection.vectors().nearest(reading, new NearestVectors(searched, filter));
        nearest.ifPresent(documents -> {
            isFound = true;
            found = documents.documents().iterator();
            looked = documents.looked();
            OperationContext.current().stats().examined(0, looked);
        });
    }

    @Override
    public boolean isByVectors() {
        return isFound;
    }

    @Override
    public void suspend() {
        scan.suspend();
    }

    @Override
    public void resume(ReadView later) {
        reading = later;
        scan.resume(later);
    }

    @Override
    public Effort effort() {
        return new Effort(looked, looked).plus(scan.effort());
    }

    @Override
    public void close() {
        scan.close();
    }
}
