package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.language.projection.Projection;
import dev.mayfly.face.mongo.write.Updates;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The result of a numbered {@code findAndModify} as it is stored with the write: only the document that its client
 * sees.
 */
final class KeptModification {
    private static final String INSERTED = "upserted";
    private static final String SHOWN = "value";

    private KeptModification() {}

    static BsonDocument of(Updates.Done done, boolean isNew) {
        return switch (done) {
            case Updates.Done.Nothing _ -> new BsonDocument();
            case Updates.Done.Updated updated ->
                new BsonDocument(SHOWN, (isNew ? updated.after() : updated.before()).get());
            case Updates.Done.Inserted inserted -> {
                BsonDocument kept = new BsonDocument(INSERTED, inserted.id());
                yield isNew ? kept.append(SHOWN, inserted.after()) : kept;
            }
        };
    }

    static Updates.Done done(BsonDocument kept) {
        BsonDocument shown = kept.getDocument(SHOWN, new BsonDocument());
        BsonValue inserted = kept.get(INSERTED);
        return inserted == null
                ? new Updates.Done.Updated(() -> shown, () -> shown, true, Projection.NO_POSITION)
                : new Updates.Done.Inserted(inserted, shown);
    }
}
