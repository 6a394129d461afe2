package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The indexes of a collection as clients see them, the one on {@code _id} first. */
public final class IndexListing {
    public static final String ID_INDEX = "_id_";

    /** The stored options of an index that no client has created. */
    static final byte[] NO_OPTIONS = BsonEncoding.encode(new BsonDocument("key", new BsonDocument()));

    private static final Set<String> INTERNAL =
            Set.of(CappedLimits.ORDER_INDEX, CollectionExpiry.INDEX, IdIndex.COLLATED);

    private IndexListing() {}

    /** Returns whether the face created the index for itself; clients never see it. */
    public static boolean isInternal(IndexDefinition index) {
        return isInternal(index.name());
    }

    static boolean isInternal(String name) {
        return INTERNAL.contains(name);
    }

    /** The indexes that clients have made. */
    public static List<IndexDefinition> made(CollectionRecord record) {
        return record.indexes().stream().filter(index -> !isInternal(index)).toList();
    }

    /** The index on {@code _id} where texts compare so. */
    public static BsonDocument ofId(Collation collation) {
        BsonDocument listed = new BsonDocument("v", new BsonInt32(2))
                .append("key", new BsonDocument("_id", new BsonInt32(1)))
                .append("name", new BsonString(ID_INDEX));
        return collation.isSimple() ? listed : listed.append("collation", collation.spec());
    }

    public static List<BsonDocument> of(CollectionRecord record) {
        List<BsonDocument> listed = new ArrayList<>();
        BsonDocument clustered = ClusteredIndex.listed(record);
        if (TimeSeries.of(record) == null) {
            listed.add(clustered == null ? ofId(CollectionSettings.collation(record)) : clustered);
        }
        for (IndexDefinition index : record.indexes()) {
            if (index.isReady() && !isInternal(index)) {
                listed.add(of(record, index));
            }
        }
        return listed;
    }

    public static BsonDocument of(CollectionRecord record, IndexDefinition index) {
        BsonDocument listed = new BsonDocument("v", new BsonInt32(2));
        listed.putAll(options(index));
        // Its name may have been changed by a conversion; the definition has the last word.
        listed.put("name", new BsonString(index.name()));
        // A value that is not a number of seconds means never, and is shown as the longest possible time.
        seconds(record, index)
                .ifPresent(seconds ->
                        listed.put("expireAfterSeconds", new BsonInt32((int) Math.min(seconds, Integer.MAX_VALUE))));
        if (index.hidden()) {
            listed.put("hidden", BsonBoolean.TRUE);
        }
        return listed;
    }

    /** Returns the collation of an index with these options. On the path of every query. */
    public static Collation collation(BsonView options) {
        View collation = options.field("collation");
        return collation == null
                ? Collation.SIMPLE
                : CollationSpec.kept(collation.toBsonValue().asDocument());
    }

    public static Collation collation(IndexDefinition index) {
        return collation(BsonView.of(index.options()));
    }

    /** Returns whether the index is hashed, and so serves equality only. On the path of every query. */
    public static boolean isHashed(IndexDefinition index) {
        View key = BsonView.of(index.options()).field("key");
        if (key == null) {
            return false;
        }
        View.Fields parts = key.fields();
        return parts.next()
                && parts.value().type() == ValueType.STRING
                && parts.value().stringValue().equals("hashed")
                && !parts.next();
    }

    /** Returns whether an index sets a lifetime but cannot expire any document, as release 3.6 accepts it. */
    public static boolean isIgnoredRule(IndexDefinition index) {
        return options(index).containsKey("expireAfterSeconds");
    }

    static BsonDocument options(IndexDefinition index) {
        BsonDocument options = BsonEncoding.decode(index.options());
        options.remove(CollationKeys.FIELD);
        return options;
    }

    public static BsonDocument key(IndexDefinition index) {
        return options(index).getDocument("key");
    }

    /** Returns the seconds set by the index's rule, or nothing if it has none. */
    public static OptionalLong seconds(CollectionRecord record, IndexDefinition index) {
        Optional<Rule> rule = record.policy().current().rules().stream()
                .filter(one -> isOf(one, index))
                .findFirst();
        if (rule.isEmpty()) {
            return record.policy().current().properties().stream()
                    .filter(property -> property.queue() == index.id())
                    .mapToLong(PropertyRule::afterSeconds)
                    .findFirst();
        }
        return OptionalLong.of(
                switch (rule.get()) {
                    case Rule.Field field -> field.afterSeconds() - BucketDelay.of(record);
                    case Rule.Modified modified ->
                        modified.kind() == Rule.Modified.Kind.AFTER ? modified.seconds() : TtlSeconds.NO_DEFAULT;
                    case Rule.Absolute _ -> 0;
                });
    }

    public static boolean isOf(Rule rule, IndexDefinition index) {
        return switch (rule) {
            case Rule.Field field -> field.queue() == index.id();
            case Rule.Modified _ -> index.kind() == IndexDefinition.Kind.LIFETIME;
            case Rule.Absolute _ -> false;
        };
    }
}
