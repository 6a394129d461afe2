package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results that one branch of a union adds: documents that an earlier branch also finds are left to that branch, so
 * nothing is remembered.
 */
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
    public void resume(ReadView reading) {
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
