package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The option {@code mayfly: {property: PATH}}, by which a TTL index lets a property die instead of its document. */
public final class PropertyOption {
    /*
     * The key says from when on the seconds count: a date, as in any TTL index; the property itself, which stands for when it
     * was last set; or _ts, which stands for the last write of the document, as in any index on _ts.
     */
    public static final String NAME = "mayfly";

    private static final String PROPERTY = "property";

    /** On these something else rests: the identity of a document, and its own lifetime. */
    private static final Set<String> FIXED = Set.of("_id", IndexSpec.TS, "ttl");

    private PropertyOption() {}

    /**
     * The property that an index lets die, or null if it has no such option.
     *
     * @throws CommandError if the option does not go with the rest of the index
     */
    static @Nullable FieldPath of(BsonDocument spec, BsonDocument key) {
        BsonValue option = spec.get(NAME);
        if (option == null) {
            return null;
        }
        boolean isForm = option.isDocument()
                && option.asDocument().size() == 1
                && option.asDocument().containsKey(PROPERTY)
                && option.asDocument().get(PROPERTY).isString();
        if (!isForm) {
            throw refused(spec, "'mayfly' must be {property: <path>}");
        }
        String dotted = option.asDocument().getString(PROPERTY).getValue();
        if (!isPath(dotted)) {
            throw refused(spec, "'" + dotted + "' is no path of a property");
        }
        FieldPath path = FieldPath.of(dotted);
        if (FIXED.contains(path.names().getFirst())) {
            throw refused(spec, "'" + dotted + "' cannot have a lifetime of its own");
        }
        if (!spec.containsKey("expireAfterSeconds")) {
            throw refused(spec, "'mayfly' needs 'expireAfterSeconds'");
        }
        Map.Entry<String, BsonValue> field =
                key.size() == 1 ? key.entrySet().iterator().next() : null;
        if (field == null || !field.getValue().isNumber() || field.getKey().contains("$**")) {
            throw refused(spec, "'mayfly' needs a key of one plain field");
        }
        for (String other : List.of("unique", "sparse", "partialFilterExpression", "hidden")) {
            if (spec.containsKey(other)) {
                throw refused(spec, "'mayfly' does not go with '" + other + "'");
            }
        }
        return path;
    }

    /** Numbers and operators are names like others in a path, but a client that writes them means something else. */
    private static boolean isPath(String dotted) {
        if (dotted.indexOf('\0') >= 0) {
            return false;
        }
        for (String name : FieldPath.of(dotted).names()) {
            if (name.isEmpty() || name.startsWith("$") || FieldPath.positionOf(name) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the rule of an index with this key. */
    static IndexRequest.TtlRule rule(FieldPath property, String key, long seconds) {
        FieldPath from = FieldPath.of(key);
        PropertyTerm.Start start = PropertyTerm.Start.DATE;
        if (key.equals(IndexSpec.TS)) {
            start = PropertyTerm.Start.DOCUMENT_WRITTEN;
        } else if (from.equals(property)) {
            start = PropertyTerm.Start.PROPERTY_SET;
        }
        return new IndexRequest.TtlRule.OverProperty(new PropertyTerm(property, start), from, seconds);
    }

    /** Returns whether an index lets a property die. */
    public static boolean isOf(IndexDefinition index) {
        return IndexListing.options(index).containsKey(NAME);
    }

    private static CommandError refused(BsonDocument spec, String reason) {
        return new CommandError(
                MongoCode.CANNOT_CREATE_INDEX,
                "Error in specification " + ShellText.of(spec) + " :: caused by :: " + reason);
    }
}
