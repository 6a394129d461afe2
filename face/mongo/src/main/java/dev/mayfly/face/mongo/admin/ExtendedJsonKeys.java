package dev.mayfly.face.mongo.admin;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/** Keys as values of Extended JSON, {@code 7}, {@code "seven"}, {@code {"$oid": "..."}}, or as plain text. */
public enum ExtendedJsonKeys implements KeyReader {
    INSTANCE;

    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    /** The characters that begin a JSON value rather than plain text. */
    private static final String STARTS_OF_VALUES = "{[\"'";

    @Override
    public DocumentKey read(String text) {
        return new DocumentKey(KeyWriter.encode(TreeView.of(value(text))));
    }

    /** The value that a text stands for. */
    static BsonValue value(String text) {
        boolean isPlain = text.isEmpty() || STARTS_OF_VALUES.indexOf(text.charAt(0)) < 0;
        try {
            BsonArray wrapped = BsonArray.parse("[" + text + "]");
            if (wrapped.size() == 1) {
                return wrapped.getFirst();
            }
        } catch (JsonParseException | BsonInvalidOperationException wrong) {
            if (!isPlain) {
                throw new IllegalArgumentException(
                        text + " is no value of Extended JSON, such as 7, \"seven\" or {\"$oid\": \"...\"}", wrong);
            }
        }
        if (isPlain) {
            return new BsonString(text);
        }
        throw new IllegalArgumentException(text + " is not one value");
    }

    @Override
    public KeyRange beginning(String prefix) {
        // A string ends with a byte of its own, which those that go on do not have there.
        byte[] whole = new KeyWriter().appendString(prefix).toBytes();
        return KeyRange.prefix(Arrays.copyOf(whole, whole.length - 1));
    }

    @Override
    public String write(DocumentKey key) {
        List<BsonValue> values = KeyDecoder.decode(key.bytes());
        return json(values.getFirst());
    }

    /** A value as Extended JSON, as short as it can be read back. */
    static String json(BsonValue value) {
        String wrapped = new BsonDocument("v", value).toJson(RELAXED);
        return wrapped.substring(wrapped.indexOf(':') + 2, wrapped.length() - 1);
    }
}
