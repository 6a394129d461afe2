package dev.mayfly.face.mongo.stream;

import dev.mayfly.engine.change.ChangeCursor;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangeProgress;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** The events of a stream, pulled one after another; null means that there is none at present. */
final class EventRows implements Rows {
    private final ChangeCursor changes;
    private final ChangeEvents events;
    private final boolean ofCollection;
    private final boolean ofCluster;
    private @Nullable ResumeToken last;
    private @Nullable ChangeEntry ending;
    private @Nullable ChangeEntry ahead;
    private boolean ended;

    EventRows(ChangeCursor changes, ChangeEvents events, boolean ofCollection, boolean ofCluster) {
        this.changes = changes;
        this.events = events;
        this.ofCollection = ofCollection;
        this.ofCluster = ofCluster;
    }

    /** Resumes after an event that ended its stream, which is yet to be reported. */
    void startBehind(ResumeToken token) {
        ChangeEntry entry = changes.next();
        if (entry == null || !entry.position().equals(token.position())) {
            // Told to another stream than this one, which must not miss what comes instead.
            ahead = entry;
        } else if (ChangeEvents.ends(entry.kind(), ofCollection, ofCluster)) {
            ending = entry;
        }
    }

    @Override
    public @Nullable BsonDocument next() {
        if (ending != null) {
            return end(ending);
        }
        while (!ended) {
            ChangeEntry entry = ahead == null ? changes.next() : ahead;
            ahead = null;
            if (entry == null) {
                return null;
            }
            if (ofCluster && ChangeStreams.isInternal(entry.name())) {
                continue;
            }
            boolean ends = ChangeEvents.ends(entry.kind(), ofCollection, ofCluster);
            ResumeToken token = token(entry, ends ? ResumeToken.Kind.LAST_EVENT : ResumeToken.Kind.EVENT);
            BsonDocument event = events.of(entry, token);
            if (event != null) {
                last = token;
                ending = ends ? entry : null;
                return event;
            }
        }
        return null;
    }

    /** @param entry the one that was read last */
    private ResumeToken token(ChangeEntry entry, ResumeToken.Kind kind) {
        ChangeProgress progress = changes.progress();
        return new ResumeToken(
                entry.position(), kind, progress.isPlain() ? ChangeProgress.at(entry.position()) : progress);
    }

    private BsonDocument end(ChangeEntry entry) {
        ending = null;
        ended = true;
        ResumeToken token = token(entry, ResumeToken.Kind.INVALIDATE);
        last = token;
        return ChangeEvents.invalidate(token, new BsonTimestamp(entry.position().time()), new BsonDateTime(entry.at()));
    }

    /** The place of the event that was told last; null before the first. */
    @Nullable
    ResumeToken last() {
        return last;
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public void close() {
        changes.close();
    }
}
