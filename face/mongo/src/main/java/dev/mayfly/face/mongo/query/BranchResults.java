package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor.Effort;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.language.MongoFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one branch of a union adds: whatever an earlier branch finds is left to that, so nothing is remembered. */
final class BranchResults implements Results {
    private final Results found;
    private final List<MongoFilter> earlier;

    BranchResults(Results found, List<MongoFilter> earlier) {
        this.found = found;
        this.earlier = earlier;
    }

    @Override
    public @Nullable Document next() {
        Document document = found.next();
        while (document != null && isFoundEarlier(document)) {
            document = found.next();
        }
        return document;
    }

    private boolean isFoundEarlier(Document document) {
        for (MongoFilter filter : earlier) {
            if (filter.matches(TimedView.of(document, filter))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void suspend() {
        found.suspend();
    }

    @Override
    public void resume(Reading reading) {
        found.resume(reading);
    }

    @Override
    public Effort effort() {
        return found.effort();
    }

    @Override
    public void close() {
        found.close();
    }
}
