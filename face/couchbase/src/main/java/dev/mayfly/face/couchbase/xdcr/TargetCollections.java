package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.xdcr.CollectionMapping.MappingRoute;
import dev.mayfly.face.couchbase.xdcr.filter.DocumentFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which collections of the target the documents of a bucket go to, by the numbers of both. Used by one thread. */
final class TargetCollections {
    private static final int MISSING = -1;

    private final Bucket bucket;
    private final CollectionMapping mapping;
    private final TargetConnection target;
    private final Map<Integer, Destinations> known = new HashMap<>();

    TargetCollections(Bucket bucket, CollectionMapping mapping, TargetConnection target) {
        this.bucket = bucket;
        this.mapping = mapping;
        this.target = target;
    }

    /** A collection of the target, and which documents go there. */
    record Destination(DocumentFilter filter, int collection) {}

    /**
     * Where the documents of one collection go.
     *
     * @param isComplete false if the target lacks a collection that the mapping names
     */
    record Destinations(List<Destination> all, boolean isComplete) {
        static final Destinations NONE = new Destinations(List.of(), true);
    }

    /** Returns where the documents of a collection go, as the target was when it was asked. */
    Destinations of(int collection) throws IOException {
        Destinations found = known.get(collection);
        if (found == null) {
            BucketCollection source = bucket.find(collection);
            found = source == null ? Destinations.NONE : find(source);
            known.put(collection, found);
        }
        return found;
    }

    private Destinations find(BucketCollection source) throws IOException {
        List<Destination> all = new ArrayList<>();
        boolean isComplete = true;
        for (MappingRoute route : mapping.routes(source.scope(), source.name())) {
            int found = target.collection(route.target());
            if (found == MISSING) {
                isComplete = false;
            } else {
                all.add(new Destination(route.filter(), found));
            }
        }
        return new Destinations(List.copyOf(all), isComplete);
    }

    /** Has the target be asked anew. */
    void forget() {
        known.clear();
    }
}
