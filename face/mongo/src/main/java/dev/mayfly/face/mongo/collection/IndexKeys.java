package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Key patterns of indexes: fields with a direction or a kind. */
public final class IndexKeys {
    private static final int FIELDS_MAX = 32;
    private static final BsonString TEXT = new BsonString("text");
    private static final Set<String> PLUGINS = Set.of("hashed", "2d", "2dsphere", "text");

    private IndexKeys() {}

    /** The key pattern of a specification. */
    static BsonDocument require(BsonDocument spec) {
        BsonValue key = spec.get("key");
        if (key == null) {
            throw failed(
                    spec,
                    MongoCode.FAILED_TO_PARSE,
                    "The 'key' field is a required property of an index specification");
        }
        if (!key.isDocument()) {
            throw failed(spec, MongoCode.TYPE_MISMATCH, "The field 'key' must be an object");
        }
        BsonDocument pattern = key.asDocument();
        if (pattern.isEmpty()) {
            throw failed(spec, MongoCode.CANNOT_CREATE_INDEX, "Index keys cannot be an empty object");
        }
        if (pattern.size() > FIELDS_MAX) {
            throw failed(
                    spec, MongoCode.CANNOT_CREATE_INDEX, "Index keys cannot have more than " + FIELDS_MAX + " fields");
        }
        for (Map.Entry<String, BsonValue> part : pattern.entrySet()) {
            requirePart(spec, pattern, part.getKey(), part.getValue());
        }
        long hashed = pattern.values().stream()
                .filter(new BsonString("hashed")::equals)
                .count();
        if (hashed > 1) {
            throw new CommandError(31303, "A maximum of one index field is allowed to be hashed but found " + hashed);
        }
        List<BsonValue> plugins =
                pattern.values().stream().filter(BsonValue::isString).distinct().toList();
        if (plugins.size() > 1) {
            throw failed(
                    spec, MongoCode.CANNOT_CREATE_INDEX, "Can't use more than one index plugin for a single index.");
        }
        return pattern;
    }

    /** Returns whether a name of the path begins with a dollar and is not, after the first, a field name of a DBRef. */
    private static boolean hasOwnDollars(String field) {
        String[] names = field.split("\\.", -1);
        for (int i = 0; i < names.length; i++) {
            if (names[i].startsWith("$") && (i == 0 || !FieldPaths.isReference(names[i]))) {
                return true;
            }
        }
        return false;
    }

    private static void requirePart(BsonDocument spec, BsonDocument pattern, String field, BsonValue value) {
        if (field.isEmpty() || field.startsWith(".") || field.endsWith(".") || field.contains("..")) {
            throw failed(spec, MongoCode.CANNOT_CREATE_INDEX, "Index keys cannot contain an empty field");
        }
        if (field.equals("_fts") && !value.equals(TEXT)) {
            throw failed(spec, MongoCode.CANNOT_CREATE_INDEX, "expecting _fts:\"text\"");
        }
        boolean wildcard = field.equals("$**") || field.endsWith(".$**");
        if (wildcard && value.isString() && !(field.equals("$**") && value.equals(TEXT))) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Index key contains an illegal field name: a wildcard index cannot be of type '"
                            + value.asString().getValue() + "'.");
        }
        if (!wildcard && hasOwnDollars(field)) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Index key contains an illegal field name: field name starts with '$'.");
        }
        boolean hasPlugin = pattern.values().stream().anyMatch(BsonValue::isString);
        if (wildcard && hasPlugin && !value.isString()) {
            throw failed(
                    spec, MongoCode.CANNOT_CREATE_INDEX, "wildcard indexes do not allow compounding with other kinds");
        }
        if (wildcard && pattern.size() > 1 && !TextOptions.isOfTexts(pattern)) {
            throw failed(
                    spec,
                    MongoCode.COMMAND_NOT_SUPPORTED,
                    "compound wildcard indexes are not supported by this server");
        }
        boolean direction = value.isNumber()
                && value.asNumber().doubleValue() != 0
                && !Double.isNaN(value.asNumber().doubleValue());
        boolean plugin = value.isString() && PLUGINS.contains(value.asString().getValue());
        if (value.isString() && !plugin) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Unknown index plugin '" + value.asString().getValue() + "'");
        }
        if (value.isNumber() && !direction) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Values in the index key pattern cannot be "
                            + (value.asNumber().doubleValue() == 0 ? "0." : "NaN."));
        }
        if (!direction && !plugin) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Values in v:2 index key pattern cannot be of type "
                            + TypeNames.of(value)
                            + ". Only numbers > 0, numbers < 0, and strings are allowed.");
        }
    }

    private static CommandError failed(BsonDocument spec, MongoCode code, String reason) {
        return new CommandError(code, "Error in specification " + ShellText.of(spec) + " :: caused by :: " + reason);
    }

    /** Returns whether this is the pattern of the index that every collection has. */
    public static boolean isId(BsonDocument key) {
        BsonValue id = key.get("_id");
        return key.size() == 1 && id != null && id.isNumber() && id.asNumber().doubleValue() > 0;
    }

    static boolean isWildcard(BsonDocument key) {
        String field = key.getFirstKey();
        return !key.isString(field) && isWildcard(field);
    }

    private static boolean isWildcard(String field) {
        return field.equals("$**") || field.endsWith(".$**");
    }

    /**
     * Returns whether two patterns have the same fields in the same order and direction, whatever the types of the
     * numbers.
     */
    public static boolean same(BsonDocument left, BsonDocument right) {
        if (left.size() != right.size()) {
            return false;
        }
        var rights = right.entrySet().iterator();
        for (Map.Entry<String, BsonValue> one : left.entrySet()) {
            Map.Entry<String, BsonValue> other = rights.next();
            if (!one.getKey().equals(other.getKey()) || !sameDirection(one.getValue(), other.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameDirection(BsonValue left, BsonValue right) {
        if (left.isNumber() && right.isNumber()) {
            return Math.signum(left.asNumber().doubleValue())
                    == Math.signum(right.asNumber().doubleValue());
        }
        return left.equals(right);
    }
}
