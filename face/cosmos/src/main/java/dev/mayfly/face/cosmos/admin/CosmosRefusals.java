package dev.mayfly.face.cosmos.admin;

import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.cosmos.error.CosmosException;

/** The refusals of this face as administrators read them: without JSON, activity ids and substatuses. */
final class CosmosRefusals {
    private static final int MISSING = 404;
    private static final int TIMED_OUT = 408;
    private static final int CONFLICT = 409;
    private static final int CHANGED = 412;

    private CosmosRefusals() {}

    static FaceRefusal of(CosmosException refused) {
        return switch (refused.status()) {
            case MISSING -> FaceRefusal.missing(refused.words());
            case CONFLICT, CHANGED -> FaceRefusal.conflict(refused.words());
            case TIMED_OUT -> FaceRefusal.timeout(refused.words());
            default -> FaceRefusal.invalid(refused.words());
        };
    }

    static boolean isMissing(CosmosException refused) {
        return refused.status() == MISSING;
    }

    /** Returns true if there is an item of this id already. */
    static boolean isTaken(CosmosException refused) {
        return refused.status() == CONFLICT;
    }

    /** Returns true if the item is not the one that was read before. */
    static boolean isChanged(CosmosException refused) {
        return refused.status() == CHANGED;
    }
}
