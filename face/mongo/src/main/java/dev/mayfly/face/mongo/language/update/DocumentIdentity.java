package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The rules of {@code _id}: it stands first, never changes, and is never an array or a regex. */
final class DocumentIdentity {
    private DocumentIdentity() {}

    /** The replacement, led by the {@code _id} it replaces. */
    static BsonDocument replace(BsonDocument document, BsonDocument replacement) {
        BsonValue id = document.get("_id");
        BsonValue newId = replacement.get("_id");
        if (id != null && newId != null && !Collation.SIMPLE.equal(id, newId)) {
            throw UpdateRefusals.immutable(
                    "After applying the update, the (immutable) field '_id' was found to have been altered to "
                            + BsonText.field("_id", newId));
        }
        return leadBy(id == null ? newId : id, replacement);
    }

    /** Refuses an {@code _id} that a modifier has changed; moves a new one to the front. */
    static BsonDocument keep(BsonDocument before, BsonDocument after, @Nullable String idPath) {
        BsonValue id = before.get("_id");
        BsonValue newId = after.get("_id");
        if (id != null && (newId == null || !Collation.SIMPLE.equal(id, newId))) {
            throw UpdateRefusals.immutable("Performing an update on the path '" + (idPath == null ? "_id" : idPath)
                    + "' would modify the immutable field '_id'");
        }
        boolean leads = after.isEmpty() || newId == null || after.getFirstKey().equals("_id");
        if (leads && Trees.same(id, newId)) {
            return after;
        }
        return leadBy(newId, after);
    }

    private static BsonDocument leadBy(@Nullable BsonValue id, BsonDocument document) {
        BsonDocument result = new BsonDocument();
        if (id != null) {
            check(id);
            result.put("_id", id);
        }
        document.forEach(result::putIfAbsent);
        return result;
    }

    private static void check(BsonValue id) {
        switch (id.getBsonType()) {
            case ARRAY, REGULAR_EXPRESSION, UNDEFINED -> throw UpdateRefusals.invalidId(TypeNames.of(id));
            default -> {}
        }
    }
}
