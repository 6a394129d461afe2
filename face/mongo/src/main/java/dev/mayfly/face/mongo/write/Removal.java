package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.filter.MongoFilter;

/** Deletes a document that matches. */
final class Removal extends Change {
    private final boolean remembers;

    /** @param remembers whether the caller will ask for the deleted document */
    Removal(MongoFilter filter, boolean remembers) {
        super(filter);
        this.remembers = remembers;
    }

    @Override
    Decision change(Document current, ReadView reading) {
        if (remembers) {
            setBefore(current.view());
        }
        return Decision.REMOVE;
    }
}
