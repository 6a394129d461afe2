package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IdIndex;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Says which value of which unique index was taken already. */
public final class DuplicateKeys {
    private DuplicateKeys() {}

    static WriteFailure ofId(Collection collection, BsonValue id) {
        return failure(
                collection,
                IndexListing.ID_INDEX,
                new BsonDocument("_id", new BsonInt32(1)),
                new BsonDocument("_id", id),
                CollectionSettings.collation(collection.record()));
    }

    /** @param refused the document that was not written */
    static WriteFailure ofIndex(Collection collection, WriteOutcome.DuplicateValue duplicate, View refused) {
        Optional<IndexDefinition> index = collection.record().index(duplicate.index());
        if (index.isEmpty()) {
            return failure(collection, duplicate.index(), new BsonDocument(), new BsonDocument(), Collation.SIMPLE);
        }
        List<BsonValue> values = taken(collection, index.get(), duplicate, refused);
        BsonDocument pattern = IndexListing.key(index.get());
        return failure(
                collection,
                IdIndex.shown(duplicate.index()),
                pattern,
                named(pattern, values),
                IndexListing.collation(index.get()));
    }

    /** Returns the duplicate key of an index that was to be unique, found by looking at every document. */
    public static WriteFailure ofBuild(Collection collection, IndexRequest request, BsonDocument pattern, byte[] key) {
        List<KeyPart> parts = request.parts();
        Collation collation = IndexListing.collation(BsonView.of(request.options()));
        List<BsonValue> values = List.of();
        ReadView reading = collection.reading();
        try (DocumentCursor all = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document one = all.next(); one != null && values.isEmpty(); one = all.next()) {
                for (List<BsonValue> row :
                        IndexedValues.of(parts, one.view().toBsonValue().asDocument())) {
                    values = Arrays.equals(encode(parts, row, collation), key) ? row : values;
                }
            }
        }
        return failure(collection, request.name(), pattern, named(pattern, values), collation);
    }

    private static BsonDocument named(BsonDocument pattern, List<BsonValue> values) {
        BsonDocument named = new BsonDocument();
        int part = 0;
        for (String field : pattern.keySet()) {
            named.append(field, part < values.size() ? values.get(part) : BsonNull.VALUE);
            part++;
        }
        return named;
    }

    private static WriteFailure failure(
            Collection collection, String index, BsonDocument pattern, BsonDocument value, Collation collation) {
        String text = "E11000 duplicate key error collection: "
                + collection.name().database() + "." + collection.name().collection() + " index: " + index
                + (collation.isSimple() ? "" : " collation: " + ShellText.of(collation.spec())) + " dup key: "
                + ShellText.of(value);
        BsonDocument details = new BsonDocument("keyPattern", pattern).append("keyValue", value);
        if (!collation.isSimple()) {
            details.append("collation", collation.spec());
        }
        return new WriteFailure(MongoCode.DUPLICATE_KEY.code(), MongoCode.DUPLICATE_KEY.wireName(), text, details);
    }

    /** Returns the one of the document's index values that the holder of the duplicate has too. */
    private static List<BsonValue> taken(
            Collection collection, IndexDefinition index, WriteOutcome.DuplicateValue duplicate, View refused) {
        List<List<BsonValue>> candidates =
                IndexedValues.of(index.parts(), refused.toBsonValue().asDocument());
        if (candidates.size() == 1) {
            return candidates.getFirst();
        }
        Document holder = collection.get(collection.reading(), duplicate.holder());
        if (holder != null) {
            Collation collation = IndexListing.collation(index);
            List<byte[]> held = new KeyExtractor(index.parts(), index.sparse())
                    .extract(collation.fold(holder.view()))
                    .keys();
            for (List<BsonValue> candidate : candidates) {
                byte[] key = encode(index.parts(), candidate, collation);
                if (held.stream().anyMatch(other -> Arrays.equals(other, key))) {
                    return candidate;
                }
            }
        }
        return candidates.isEmpty() ? List.of() : candidates.getFirst();
    }

    private static byte[] encode(List<KeyPart> parts, List<BsonValue> values, Collation collation) {
        KeyWriter writer = new KeyWriter();
        for (int part = 0; part < parts.size(); part++) {
            writer.append(
                    collation.fold(TreeView.of(values.get(part))),
                    parts.get(part).descending());
        }
        return writer.toBytes();
    }
}
