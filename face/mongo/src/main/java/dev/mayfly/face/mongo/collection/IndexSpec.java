package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One index as a client describes it, checked. Two specifications with the same key, collation and partial filter are
 * of the same index.
 */
public final class IndexSpec {
    /** The field of the last modification, which no client can write. */
    public static final String TS = "_ts";

    /** The reason why the index that stands for the last modification has no filter and is not unique. */
    public static final String LIFETIME_IS_OF_ALL =
            "TTL indexes on '_ts' cover every document and support neither 'unique' nor 'partialFilterExpression'";

    private static final Set<String> SPECIAL = Set.of("hashed", "2d", "2dsphere", "text");
    private static final Set<String> KNOWN = Set.of(
            "v",
            "key",
            "name",
            "ns",
            "unique",
            "sparse",
            "hidden",
            "background",
            "expireAfterSeconds",
            "partialFilterExpression",
            "collation",
            "storageEngine",
            "wildcardProjection",
            "weights",
            "default_language",
            "language_override",
            "textIndexVersion",
            "2dsphereIndexVersion",
            "finestIndexedLevel",
            "coarsestIndexedLevel",
            "bits",
            "min",
            "max",
            "prepareUnique",
            "dropDups",
            PropertyOption.NAME);
    private static final Set<String> KNOWN_OF_ID = Set.of("v", "key", "name", "ns", "collation");

    /** Options that are not stored: the definition or the rule has them, or they have no meaning. */
    private static final Set<String> NOT_KEPT = Set.of("ns", "background", "hidden", "dropDups", "v");

    private final BsonDocument spec;
    private final BsonDocument key;
    private final String name;
    private final OptionalLong expireAfterSeconds;

    /** The property that it lets die, or null. */
    private final @Nullable FieldPath property;

    private IndexSpec(BsonDocument spec, BsonDocument key, String name, OptionalLong expireAfterSeconds) {
        this.spec = spec;
        this.key = key;
        this.name = name;
        this.expireAfterSeconds = expireAfterSeconds;
        this.property = PropertyOption.of(spec, key);
    }

    /** @throws CommandError if no such index can be made */
    public static IndexSpec of(BsonDocument spec, boolean ignoreUnknown) {
        return of(spec, ignoreUnknown, Collation.SIMPLE, MongoRelease.V7_0);
    }

    /**
     * As above.
     *
     * @param otherwise the collation of an index that does not say
     * @param release whose rules hold
     */
    public static IndexSpec of(BsonDocument asked, boolean ignoreUnknown, Collation otherwise, MongoRelease release) {
        BsonDocument collated = collated(asked, otherwise);
        boolean ofTexts = TextOptions.isOfTexts(IndexKeys.require(collated));
        BsonDocument spec = ofTexts ? TextOptions.completed(collated) : collated;
        BsonDocument key = spec.getDocument("key");
        boolean ofId = IndexKeys.isId(key);
        if (!ignoreUnknown || ofId) {
            requireKnown(spec, ofId);
        }
        if (ofId) {
            requireCollation(spec, otherwise);
        }
        IndexOptions.check(spec);
        IndexSpec parsed = new IndexSpec(spec, key, IndexOptions.name(spec), expiry(spec, key));
        parsed.requireConsistent(release);
        PlaceOptions.check(spec, key);
        return parsed;
    }

    /** The same with the collation that it says or else has from its collection, with all options; none if simple. */
    private static BsonDocument collated(BsonDocument spec, Collation otherwise) {
        BsonValue asked = spec.get("collation");
        if (asked != null && !asked.isDocument()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "The field 'collation' must be an object, but got " + TypeNames.of(asked));
        }
        Collation collation = asked == null ? inherited(spec, otherwise) : CollationSpec.required(asked.asDocument());
        BsonDocument collated = spec.clone();
        if (collation.isSimple()) {
            collated.remove("collation");
        } else {
            collated.put("collation", collation.spec());
        }
        return collated;
    }

    private static boolean isOfVersion1(BsonDocument spec) {
        return spec.get("v") instanceof BsonNumber version && version.intValue() == 1;
    }

    /** Indexes of the first version know no collations. */
    private static Collation inherited(BsonDocument spec, Collation ofCollection) {
        return isOfVersion1(spec) ? Collation.SIMPLE : ofCollection;
    }

    /** Refuses an index on {@code _id} that compares otherwise than its collection. */
    private static void requireCollation(BsonDocument spec, Collation ofCollection) {
        BsonDocument own = spec.getDocument("collation", Collation.SIMPLE.spec());
        if (!own.equals(ofCollection.spec())) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "The _id index must have the same collation as the collection. Index collation: "
                            + ShellText.of(own) + ", collection collation: " + ShellText.of(ofCollection.spec()));
        }
    }

    private static void requireKnown(BsonDocument spec, boolean ofId) {
        for (String field : spec.keySet()) {
            if (ofId && !KNOWN_OF_ID.contains(field)) {
                throw new CommandError(
                        MongoCode.INVALID_INDEX_SPECIFICATION_OPTION,
                        "The field '" + field + "' is not valid for an _id index specification. Specification: "
                                + ShellText.of(spec));
            }
            if (!KNOWN.contains(field)) {
                throw new CommandError(
                        MongoCode.INVALID_INDEX_SPECIFICATION_OPTION,
                        "The field '" + field + "' is not valid for an index specification. Specification: "
                                + ShellText.of(spec));
            }
        }
    }

    private static OptionalLong expiry(BsonDocument spec, BsonDocument key) {
        BsonValue value = spec.get("expireAfterSeconds");
        if (value == null) {
            return OptionalLong.empty();
        }
        boolean ofTs = isOfTs(key) && !spec.containsKey(PropertyOption.NAME);
        return OptionalLong.of(TtlSeconds.ofIndex(value, ofTs, spec));
    }

    private static boolean isOfTs(BsonDocument key) {
        return key.size() == 1 && key.getFirstKey().equals(TS);
    }

    private void requireConsistent(MongoRelease release) {
        boolean isCompound = key.size() > (isOfTexts() ? 2 : 1);
        if (expireAfterSeconds.isPresent() && isCompound && release != MongoRelease.V3_6) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX,
                    "TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: "
                            + ShellText.of(spec));
        }
        if (expireAfterSeconds.isPresent() && kind() == IndexDefinition.Kind.WILDCARD) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, "Index type 'wildcard' cannot be a TTL index");
        }
        if (isLifetime() && (isUnique() || spec.containsKey("partialFilterExpression"))) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, LIFETIME_IS_OF_ALL);
        }
        if (isUnique() && kind() == IndexDefinition.Kind.WILDCARD) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "Index type 'wildcard' does not support the unique option");
        }
        if (isSparse() && kind() == IndexDefinition.Kind.WILDCARD) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "Index type 'wildcard' does not support the sparse option");
        }
        if (isOfVersion1(spec) && kind() == IndexDefinition.Kind.WILDCARD) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "Index type 'wildcard' does not support indexes of version 1");
        }
        WildcardPaths.check(spec, key);
        partialFilter().ifPresent(PartialFilters::check);
        if (isSparse() && spec.containsKey("partialFilterExpression")) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "cannot mix \"partialFilterExpression\" and \"sparse\" options");
        }
        if (isUnique() && isHashed()) {
            throw new CommandError(16764, "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
        }
    }

    private @Nullable BsonDocument document(String field) {
        BsonValue value = spec.get(field);
        if (value == null) {
            return null;
        }
        if (!value.isDocument()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "The field '" + field + "' must be an object, but got " + TypeNames.of(value));
        }
        return value.asDocument();
    }

    public String name() {
        return name;
    }

    public BsonDocument key() {
        return key;
    }

    public OptionalLong expireAfterSeconds() {
        return expireAfterSeconds;
    }

    public Optional<BsonDocument> partialFilter() {
        return Optional.ofNullable(document("partialFilterExpression"));
    }

    /** Returns whether the index stands for the rule over the last modification. */
    public boolean isLifetime() {
        return kind() == IndexDefinition.Kind.LIFETIME;
    }

    boolean isUnique() {
        return isTrue("unique");
    }

    boolean isSparse() {
        return isTrue("sparse");
    }

    private boolean isTrue(String field) {
        BsonValue value = spec.get(field);
        return value != null
                && (value.isBoolean()
                        ? value.asBoolean().getValue()
                        : value.isNumber() && value.asNumber().doubleValue() != 0);
    }

    /** Returns whether the index serves equality only; its values are ordered nevertheless. */
    public boolean isHashed() {
        return key.size() == 1 && new BsonString("hashed").equals(key.get(key.getFirstKey()));
    }

    private boolean isOfPlacesOrTexts() {
        return PlaceOptions.isOfPlaces(key) || isOfTexts();
    }

    /** Returns whether the index is one of texts, of which a collection has one at most. */
    boolean isOfTexts() {
        return TextOptions.isOfTexts(key);
    }

    private IndexDefinition.Kind kind() {
        if (property != null) {
            return IndexDefinition.Kind.LISTED;
        }
        boolean special = key.values().stream()
                .anyMatch(value ->
                        value.isString() && SPECIAL.contains(value.asString().getValue()));
        if (special && !isHashed()) {
            return isOfPlacesOrTexts() ? IndexDefinition.Kind.ORDERED : IndexDefinition.Kind.LISTED;
        }
        if (expireAfterSeconds.isPresent() && isOfTs(key)) {
            return IndexDefinition.Kind.LIFETIME;
        }
        return IndexKeys.isWildcard(key) ? IndexDefinition.Kind.WILDCARD : IndexDefinition.Kind.ORDERED;
    }

    private Collation collation() {
        BsonDocument collation = document("collation");
        return collation == null ? Collation.SIMPLE : CollationSpec.kept(collation);
    }

    /** Returns the request to the engine. */
    public IndexRequest request() {
        BsonDocument partial = document("partialFilterExpression");
        return new IndexRequest(
                name,
                kind(),
                parts(),
                isUnique(),
                isSparse(),
                isTrue("hidden"),
                partial == null ? IndexDefinition.NO_BYTES : new PartialFilter(partial, collation()).encode(),
                BsonEncoding.encode(CollationKeys.marked(kept())),
                rule());
    }

    private List<KeyPart> parts() {
        if (IndexKeys.isWildcard(key)) {
            return WildcardPaths.of(key, document("wildcardProjection"));
        }
        List<KeyPart> parts = new ArrayList<>();
        for (Map.Entry<String, BsonValue> part : key.entrySet()) {
            boolean descending =
                    part.getValue().isNumber() && part.getValue().asNumber().doubleValue() < 0;
            parts.add(new KeyPart(FieldPath.of(part.getKey()), descending));
        }
        return parts;
    }

    private IndexRequest.@Nullable TtlRule rule() {
        boolean ignored = expireAfterSeconds.isPresent() && key.size() > 1;
        return expireAfterSeconds.isEmpty() || ignored ? null : rule(expireAfterSeconds.getAsLong());
    }

    private IndexRequest.@Nullable TtlRule rule(long seconds) {
        if (property != null) {
            return PropertyOption.rule(property, key.getFirstKey(), seconds);
        }
        if (isHashed() || isOfPlacesOrTexts()) {
            return null;
        }
        return switch (kind()) {
            case ORDERED -> new IndexRequest.TtlRule.OverField(FieldPath.of(key.getFirstKey()), seconds);
            case LIFETIME ->
                new IndexRequest.TtlRule.OverModified(
                        seconds == TtlSeconds.NO_DEFAULT ? OptionalLong.empty() : OptionalLong.of(seconds));
            // A special index may carry the option, and its documents never expire by it.
            case LISTED, WILDCARD, STAMPED, QUEUE -> null;
        };
    }

    /** Returns the specification as it is listed, without the options that the definition and the rule hold. */
    private BsonDocument kept() {
        BsonDocument kept = new BsonDocument("key", key).append("name", new BsonString(name));
        spec.forEach((field, value) -> {
            boolean ruled = field.equals("expireAfterSeconds") && rule() != null;
            if (!NOT_KEPT.contains(field) && !kept.containsKey(field) && KNOWN.contains(field) && !ruled) {
                kept.append(field, normalized(field, value));
            }
        });
        return PlaceOptions.completed(kept, key);
    }

    private BsonValue normalized(String field, BsonValue value) {
        return field.equals("expireAfterSeconds") ? new BsonInt32((int) expireAfterSeconds.orElse(0)) : value;
    }

    /** As it would be listed, for messages and comparison. */
    BsonDocument listed() {
        BsonDocument listed = new BsonDocument("v", new BsonInt32(2));
        listed.putAll(kept());
        if (rule() != null) {
            listed.append("expireAfterSeconds", new BsonInt32((int) expireAfterSeconds.orElse(0)));
        }
        if (isTrue("hidden")) {
            listed.append("hidden", BsonBoolean.TRUE);
        }
        return listed;
    }
}
