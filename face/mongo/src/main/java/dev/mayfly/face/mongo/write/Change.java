package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.face.mongo.language.filter.MatchedPosition;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.query.TimedView;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The change of one document, if it matches at the moment of the write: a document that has been changed or has expired
 * since it was found is judged as it is now. Afterwards it knows the last document it was asked about.
 */
abstract class Change implements Decider {
    /** Whatever the version. */
    private static final long ANY = -1;

    private final MongoFilter filter;
    private long version = ANY;
    private boolean matched;
    private int position = -1;
    private @Nullable View beforeView;
    private @Nullable BsonDocument before;

    Change(MongoFilter filter) {
        this.filter = filter;
    }

    /** Requires the document as it was found, since its place in the order counts. */
    final void require(Document found) {
        version = found.version();
    }

    @Override
    public final Decision decide(@Nullable Document current, ReadView reading) {
        MatchedPosition at = new MatchedPosition();
        matched = current != null
                && (version == ANY || version == current.version())
                && filter.matches(TimedView.of(current, filter), at);
        if (current == null || !matched) {
            return Decision.KEEP;
        }
        position = at.index();
        return change(current, reading);
    }

    /** Returns the decision for a document that matches. */
    abstract Decision change(Document current, ReadView reading);

    final boolean isMatched() {
        return matched;
    }

    /** The position of the array element by which the document matched. */
    final int position() {
        return position;
    }

    /** Sets the document as it was, which becomes a tree if anybody asks for it. */
    final void setBefore(View document) {
        beforeView = document;
        before = null;
    }

    /** The document as it was. */
    final BsonDocument before() {
        if (before == null) {
            if (beforeView == null) {
                throw new IllegalStateException("nothing matched");
            }
            before = HeapSize.admittedTree(beforeView);
        }
        return before;
    }
}
