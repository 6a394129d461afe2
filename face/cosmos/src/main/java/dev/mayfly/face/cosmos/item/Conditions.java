package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.resource.Etag;
import org.jspecify.annotations.Nullable;

/** The etags on which a request depends. */
public record Conditions(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    public static final Conditions NONE = new Conditions(null, null);

    /** Refuses to touch an item that is not in the state meant. */
    void require(Document current) {
        if (ifMatch == null && ifNoneMatch == null) {
            return;
        }
        String etag = Etag.of(current.version());
        boolean isOther = ifMatch != null && !Etag.matches(ifMatch, etag);
        if (isOther || (ifNoneMatch != null && Etag.matches(ifNoneMatch, etag))) {
            throw CosmosErrors.preconditionFailed();
        }
    }

    /** Returns true if the client knows this state already. */
    boolean isKnown(Document current) {
        return ifNoneMatch != null && Etag.matches(ifNoneMatch, Etag.of(current.version()));
    }
}
