package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonDocument;

/** Puts a whole document in the place of another, under the same {@code _id}. */
final class ReplacementUpdate implements Update {
    private final BsonDocument replacement;

    private ReplacementUpdate(BsonDocument replacement) {
        this.replacement = replacement;
    }

    static ReplacementUpdate compile(BsonDocument replacement) {
        for (String name : replacement.keySet()) {
            if (name.startsWith("$")) {
                throw UpdateRefusals.dollarPrefixed(name);
            }
        }
        Trees.checkDepth(replacement);
        return new ReplacementUpdate(replacement);
    }

    @Override
    public boolean isReplacement() {
        return true;
    }

    @Override
    public UpdateResult apply(BsonDocument document, UpdateContext context) {
        BsonDocument result = DocumentIdentity.replace(document, replacement);
        boolean changed = context.insert() || !Trees.identical(document, result);
        return new UpdateResult(changed ? result : document, changed);
    }
}
