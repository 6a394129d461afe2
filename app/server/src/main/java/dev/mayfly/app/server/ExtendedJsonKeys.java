package dev.mayfly.app.server;

import dev.mayfly.app.console.KeyReader;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import org.bson.BsonArray;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;

/** Keys as values of Extended JSON: {@code 7}, {@code "seven"}, {@code {"$oid": "..."}}. */
enum ExtendedJsonKeys implements KeyReader {
    INSTANCE;

    @Override
    public DocumentKey read(String text) {
        try {
            BsonArray wrapped = BsonArray.parse("[" + text + "]");
            if (wrapped.size() == 1) {
                return new DocumentKey(KeyWriter.encode(TreeView.of(wrapped.getFirst())));
            }
            throw new IllegalArgumentException(text + " is not one value");
        } catch (JsonParseException | BsonInvalidOperationException wrong) {
            throw new IllegalArgumentException(
                    text + " is no value of Extended JSON, such as 7, \"seven\" or {\"$oid\": \"...\"}", wrong);
        }
    }
}
