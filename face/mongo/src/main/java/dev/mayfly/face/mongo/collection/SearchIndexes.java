package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The search indexes of a collection, which are definitions alone and stand beside its options. */
public final class SearchIndexes {
    private static final String FIELD = "searchIndexes";

    private SearchIndexes() {}

    /**
     * One of them.
     *
     * @param id as clients see it, in hexadecimal digits
     * @param version counts the changes of its definition, from 0
     * @param changed milliseconds since the epoch
     */
    public record SearchIndex(
            String id, String name, String type, long version, long changed, BsonDocument definition) {
        static SearchIndex of(BsonDocument kept) {
            return new SearchIndex(
                    kept.getString("id").getValue(),
                    kept.getString("name").getValue(),
                    kept.getString("type").getValue(),
                    kept.getInt64("version").getValue(),
                    kept.getDateTime("changed").getValue(),
                    kept.getDocument("definition"));
        }

        /** Returns the index with another definition. */
        public SearchIndex changed(BsonDocument other, long now) {
            return new SearchIndex(id, name, type, version + 1, now, other);
        }

        BsonDocument kept() {
            return new BsonDocument("id", new BsonString(id))
                    .append("name", new BsonString(name))
                    .append("type", new BsonString(type))
                    .append("version", new BsonInt64(version))
                    .append("changed", new BsonDateTime(changed))
                    .append("definition", definition);
        }
    }

    public static List<SearchIndex> of(CollectionRecord record) {
        View kept = BsonView.of(record.options()).field(FIELD);
        return kept == null
                ? List.of()
                : kept.toBsonValue().asArray().stream()
                        .map(each -> SearchIndex.of(each.asDocument()))
                        .toList();
    }

    /** Returns the record's options with these search indexes instead of its own. */
    public static byte[] replaced(CollectionRecord record, List<SearchIndex> indexes) {
        BsonDocument kept = BsonEncoding.decode(record.options());
        kept.remove(FIELD);
        if (!indexes.isEmpty()) {
            kept.append(
                    FIELD, new BsonArray(indexes.stream().map(SearchIndex::kept).toList()));
        }
        return BsonEncoding.encode(kept);
    }
}
