package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.mongo.CommandError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The keys of documents in an index of places or of texts, which refuses some documents. Safe for concurrent use. */
public sealed interface CheckedKeys extends FaceForms.KeySource permits PlaceKeys, TextKeys {
    /** Returns null for an index of values. */
    static @Nullable CheckedKeys of(IndexDefinition index) {
        if (index.kind() != IndexDefinition.Kind.ORDERED || IndexListing.isInternal(index)) {
            return null;
        }
        BsonDocument options = BsonEncoding.decode(index.options());
        PlaceKeys places = PlaceKeys.of(index, options);
        return places == null ? TextKeys.of(index, options) : places;
    }

    /**
     * Refuses a document that the index cannot hold.
     *
     * @throws CommandError as MongoDB does
     */
    void check(View document);

    /** Returns the values of a document in a part that is neither of places nor of texts. */
    static KeyExtractor extractor(KeyPart part, boolean sparse) {
        return new KeyExtractor(List.of(part), sparse);
    }

    /** Returns each of the prefixes with each of the values behind it. */
    static List<byte[]> joined(List<byte[]> prefixes, List<byte[]> values) {
        List<byte[]> joined = new ArrayList<>(prefixes.size() * values.size());
        for (byte[] prefix : prefixes) {
            for (byte[] value : values) {
                joined.add(KeyInterval.joined(prefix, value));
            }
        }
        return joined;
    }

    /** Returns the keys in order, each once. */
    static List<byte[]> sorted(List<byte[]> keys) {
        if (keys.size() <= 1) {
            return keys;
        }
        TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
        sorted.addAll(keys);
        return List.copyOf(sorted);
    }
}
