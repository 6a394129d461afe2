package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.language.MongoFilter;

/** Deletes a document that matches. */
final class Removal extends Change {
    private final boolean remembers;

    /** @param remembers whether somebody will ask what was deleted */
    Removal(MongoFilter filter, boolean remembers) {
        super(filter);
        this.remembers = remembers;
    }

    @Override
    Decision change(Document current, Reading reading) {
        if (remembers) {
            setBefore(current.view().toBsonValue().asDocument());
        }
        return Decision.REMOVE;
    }
}
