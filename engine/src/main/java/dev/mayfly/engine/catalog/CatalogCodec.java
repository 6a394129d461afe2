package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Collection records as BSON, which a person can read with any tool. */
public final class CatalogCodec {
    private CatalogCodec() {}

    public static byte[] toBytes(CollectionRecord record) {
        BsonDocument document = new BsonDocument("id", new BsonInt32(record.id()))
                .append("face", new BsonString(record.name().face()))
                .append("database", new BsonString(record.name().database()))
                .append("collection", new BsonString(record.name().collection()))
                .append("format", new BsonString(record.format().name()))
                .append("base", new BsonString(record.base().name()))
                .append("options", new BsonBinary(record.options()))
                .append("generation", new BsonInt32(record.generation()))
                .append("nextIndex", new BsonInt32(record.nextIndex()))
                .append(
                        "indexes",
                        new BsonArray(record.indexes().stream()
                                .map(CatalogCodec::ofIndex)
                                .toList()))
                .append(
                        "queues",
                        new BsonArray(record.queues().stream()
                                .map(CatalogCodec::ofQueue)
                                .toList()))
                .append("policy", PolicyCodec.toBson(record.policy()))
                .append("changes", ofChanges(record.changes()))
                .append("pace", new BsonInt64(record.pace().millis()))
                .append("maxExpire", new BsonInt64(record.maxExpire().documents()));
        if (record.shards() != 1) {
            document.append("shards", new BsonInt32(record.shards()));
        }
        return BsonEncoding.encode(document);
    }

    public static CollectionRecord fromBytes(byte[] bytes) {
        BsonDocument document = BsonEncoding.decode(bytes);
        return new CollectionRecord(
                new CollectionName(
                        document.getString("face").getValue(),
                        document.getString("database").getValue(),
                        document.getString("collection").getValue()),
                new CollectionStorage(
                        document.getInt32("id").getValue(),
                        document.getInt32("shards", new BsonInt32(1)).getValue(),
                        DocumentFormat.valueOf(document.getString("format").getValue()),
                        BaseInstant.valueOf(document.getString("base").getValue())),
                document.getBinary("options").getData(),
                new IndexSet(
                        list(document, "indexes").stream()
                                .map(CatalogCodec::toIndex)
                                .toList(),
                        list(document, "queues").stream()
                                .map(CatalogCodec::toQueue)
                                .toList(),
                        document.getInt32("generation").getValue(),
                        document.getInt32("nextIndex").getValue()),
                new ExpiryTerms(
                        PolicyCodec.fromBson(document.getDocument("policy")),
                        new SweepPace(document.getInt64("pace", new BsonInt64(SweepPace.WHEN_DUE.millis()))
                                .getValue()),
                        new ExpireLimit(document.getInt64("maxExpire", new BsonInt64(ExpireLimit.INHERITED.documents()))
                                .getValue())),
                toChanges(document.getDocument("changes", new BsonDocument())));
    }

    static List<BsonDocument> list(BsonDocument document, String name) {
        return document.getArray(name).stream().map(BsonValue::asDocument).toList();
    }

    private static BsonDocument ofChanges(ChangeKeeping changes) {
        return new BsonDocument("recency", BsonBoolean.valueOf(changes.recency()))
                .append("history", new BsonInt64(changes.historyMillis()))
                .append("since", new BsonInt64(changes.historySince()))
                .append("tombstones", new BsonInt64(changes.tombstoneMillis()));
    }

    private static ChangeKeeping toChanges(BsonDocument document) {
        return new ChangeKeeping(
                document.getBoolean("recency", BsonBoolean.FALSE).getValue(),
                document.getInt64("history", new BsonInt64(0)).getValue(),
                document.getInt64("since", new BsonInt64(0)).getValue(),
                document.getInt64("tombstones", new BsonInt64(0)).getValue());
    }

    private static BsonDocument ofIndex(IndexDefinition index) {
        return new BsonDocument("id", new BsonInt32(index.id()))
                .append("name", new BsonString(index.name()))
                .append("kind", new BsonString(index.kind().name()))
                .append(
                        "parts",
                        new BsonArray(
                                index.parts().stream().map(CatalogCodec::ofPart).toList()))
                .append("unique", BsonBoolean.valueOf(index.unique()))
                .append("sparse", BsonBoolean.valueOf(index.sparse()))
                .append("hidden", BsonBoolean.valueOf(index.hidden()))
                .append("multikey", BsonBoolean.valueOf(index.multikey()))
                .append("partial", new BsonBinary(index.partial()))
                .append("options", new BsonBinary(index.options()))
                .append("progress", new BsonString(index.progress().name()));
    }

    private static IndexDefinition toIndex(BsonDocument document) {
        return new IndexDefinition(
                document.getInt32("id").getValue(),
                document.getString("name").getValue(),
                IndexDefinition.Kind.valueOf(document.getString("kind").getValue()),
                list(document, "parts").stream().map(CatalogCodec::toPart).toList(),
                document.getBoolean("unique").getValue(),
                document.getBoolean("sparse").getValue(),
                document.getBoolean("hidden").getValue(),
                document.getBoolean("multikey").getValue(),
                document.getBinary("partial").getData(),
                document.getBinary("options").getData(),
                IndexDefinition.Progress.valueOf(document.getString("progress").getValue()));
    }

    private static BsonDocument ofPart(KeyPart part) {
        return new BsonDocument("path", new BsonString(part.path().dotted()))
                .append("descending", BsonBoolean.valueOf(part.descending()));
    }

    private static KeyPart toPart(BsonDocument document) {
        return new KeyPart(
                FieldPath.of(document.getString("path").getValue()),
                document.getBoolean("descending").getValue());
    }

    private static BsonDocument ofQueue(QueueDefinition queue) {
        FieldPath path = queue.path();
        BsonDocument document = new BsonDocument("id", new BsonInt32(queue.id()))
                .append("path", path == null ? BsonNull.VALUE : new BsonString(path.dotted()))
                .append("partial", new BsonBinary(queue.partial()))
                .append("state", new BsonString(queue.state().name()));
        if (queue.instant() != FieldInstant.EARLIEST_DATE) {
            document.append("instant", new BsonString(queue.instant().name()));
        }
        PropertyTerm property = queue.property();
        if (property != null) {
            document.append("property", new BsonString(property.path().dotted()))
                    .append("start", new BsonString(property.start().name()));
        }
        return queue.dropped() == null ? document : document.append("dropped", ofIndex(queue.dropped()));
    }

    private static QueueDefinition toQueue(BsonDocument document) {
        return new QueueDefinition(
                document.getInt32("id").getValue(),
                document.isNull("path")
                        ? null
                        : FieldPath.of(document.getString("path").getValue()),
                document.getBinary("partial").getData(),
                QueueDefinition.State.valueOf(document.getString("state").getValue()),
                document.containsKey("dropped") ? toIndex(document.getDocument("dropped")) : null,
                FieldInstant.valueOf(document.getString("instant", new BsonString(FieldInstant.EARLIEST_DATE.name()))
                        .getValue()),
                document.containsKey("property") ? toProperty(document) : null);
    }

    private static PropertyTerm toProperty(BsonDocument queue) {
        return new PropertyTerm(
                FieldPath.of(queue.getString("property").getValue()),
                PropertyTerm.Start.valueOf(queue.getString("start").getValue()));
    }
}
