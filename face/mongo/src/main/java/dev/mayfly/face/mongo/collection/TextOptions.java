package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.text.TextIndex;
import dev.mayfly.face.mongo.language.text.TextLanguage;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The options of indexes of texts. */
public final class TextOptions {
    private static final BsonString TEXT = new BsonString("text");
    private static final String TERMS = "_fts";
    private static final String TERMS_BEHIND = "_ftsx";
    private static final String ALL = "$**";
    private static final int WEIGHT_UNTIL = 100_000;

    private TextOptions() {}

    /** Returns whether the key is one of texts. */
    static boolean isOfTexts(BsonDocument key) {
        return key.containsValue(TEXT);
    }

    /** Returns the specification as it is kept: the fields of the texts stand among the weights. */
    static BsonDocument completed(BsonDocument spec) {
        if (spec.containsKey("wildcardProjection")) {
            throw new CommandError(
                    MongoCode.BAD_VALUE, "The field 'wildcardProjection' is only allowed in an 'wildcard' index");
        }
        BsonDocument key = spec.getDocument("key");
        BsonDocument weights = new BsonDocument();
        weights(spec, key).forEach((path, weight) -> weights.append(path, new BsonInt32(weight)));
        BsonDocument completed = new BsonDocument();
        spec.forEach((field, value) -> completed.append(field, field.equals("key") ? keptKey(key) : value));
        completed.put("weights", weights);
        completed.putIfAbsent("default_language", new BsonString("english"));
        completed.putIfAbsent("language_override", new BsonString("language"));
        int version = version(spec);
        completed.put("textIndexVersion", new BsonInt32(version));
        checkLanguages(completed, version);
        if (completed.containsKey("collation")) {
            throw refused("Index type 'text' does not support collation: " + ShellText.of(completed.get("collation")));
        }
        return completed;
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.CANNOT_CREATE_INDEX, text);
    }

    private static int version(BsonDocument spec) {
        BsonValue version = spec.get("textIndexVersion");
        if (version == null) {
            return 3;
        }
        if (!(version instanceof BsonNumber number)) {
            throw refused("text index option 'textIndexVersion' must be a number");
        }
        if (number.intValue() < 1 || number.intValue() > 3) {
            throw refused("bad textIndexVersion: " + number.intValue());
        }
        return number.intValue();
    }

    private static void checkLanguages(BsonDocument spec, int version) {
        if (!spec.isString("default_language")) {
            throw refused("default_language needs a string type");
        }
        if (TextLanguage.of(spec.getString("default_language").getValue(), version) == null) {
            throw refused("default_language is not valid");
        }
        if (!spec.isString("language_override")) {
            throw refused("language_override must be a string");
        }
        String name = spec.getString("language_override").getValue();
        if (name.isEmpty() || name.startsWith("$") || name.contains(".")) {
            throw refused("language_override is not valid");
        }
    }

    /** The fields of the texts must stand together; one part stands for all of them. */
    private static BsonDocument keptKey(BsonDocument key) {
        BsonDocument kept = new BsonDocument();
        boolean isAfter = false;
        for (Map.Entry<String, BsonValue> part : key.entrySet()) {
            String path = part.getKey();
            BsonValue kind = part.getValue();
            if (path.equals(TERMS)) {
                if (!kind.equals(TEXT)) {
                    throw refused("expecting _fts:\"text\"");
                }
                kept.append(TERMS, TEXT).append(TERMS_BEHIND, new BsonInt32(1));
            } else if (path.equals(TERMS_BEHIND)) {
                if (!kept.containsKey(TERMS) || !(kind instanceof BsonNumber number) || number.doubleValue() != 1) {
                    throw refused("expecting _ftsx:1");
                }
            } else if (kind.equals(TEXT)) {
                if (isAfter) {
                    throw refused("'text' fields in index must all be adjacent");
                }
                kept.append(TERMS, TEXT).append(TERMS_BEHIND, new BsonInt32(1));
            } else {
                boolean isDirection = kind instanceof BsonNumber number && Math.abs(number.doubleValue()) == 1;
                if (!isDirection) {
                    throw refused("expected value 1 or -1 for non-text key in compound index");
                }
                kept.append(path, kind);
                isAfter = kept.containsKey(TERMS);
            }
        }
        return kept;
    }

    private static SortedMap<String, Integer> weights(BsonDocument spec, BsonDocument key) {
        SortedMap<String, Integer> weights = new TreeMap<>();
        key.forEach((path, kind) -> {
            if (kind.equals(TEXT) && !path.equals(TERMS)) {
                weights.put(path, 1);
            }
        });
        BsonValue given = spec.get("weights");
        if (given != null && given.isDocument()) {
            given.asDocument().forEach((path, weight) -> {
                if (!(weight instanceof BsonNumber number)) {
                    throw refused("weight for text index needs numeric type");
                }
                weights.put(path, number.intValue());
            });
        } else if (given != null && given.equals(new BsonString(ALL))) {
            weights.put(ALL, 1);
        } else if (given != null) {
            throw refused("text index option 'weights' must be an object");
        }
        if (weights.isEmpty()) {
            throw refused("text index option 'weights' must specify fields or the wildcard");
        }
        weights.forEach(TextOptions::checkWeight);
        return weights;
    }

    private static void checkWeight(String path, int weight) {
        if (weight <= 0 || weight >= WEIGHT_UNTIL) {
            throw refused("text index weight must be in the exclusive interval (0," + WEIGHT_UNTIL + ") but found: "
                    + weight);
        }
        if (path.equals(ALL)) {
            return;
        }
        if (path.isEmpty()) {
            throw refused("weight cannot be on an empty field");
        }
        for (String name : path.split("\\.", -1)) {
            if (name.isEmpty()) {
                throw refused("weight cannot have empty path component");
            }
            if (name.startsWith("$")) {
                throw refused("weight cannot have path component with $ prefix");
            }
        }
    }

    /** Returns what an index with these options looks at, or null if it is not one of texts. */
    public static @Nullable TextIndex index(BsonDocument options) {
        BsonDocument key = options.getDocument("key", new BsonDocument());
        if (!key.containsKey(TERMS) || !options.isDocument("weights")) {
            return null;
        }
        TreeMap<String, Double> weights = new TreeMap<>();
        options.getDocument("weights")
                .forEach((path, weight) ->
                        weights.put(path, (double) weight.asNumber().intValue()));
        boolean all = weights.remove(ALL) != null;
        List<FieldPath> before = new ArrayList<>();
        List<FieldPath> after = new ArrayList<>();
        boolean isAfter = false;
        for (String path : key.keySet()) {
            isAfter |= path.equals(TERMS);
            if (!path.equals(TERMS) && !path.equals(TERMS_BEHIND)) {
                (isAfter ? after : before).add(FieldPath.of(path));
            }
        }
        String name = options.getString("default_language").getValue();
        int version = options.getNumber("textIndexVersion").intValue();
        TextLanguage language = TextLanguage.of(name, version);
        if (language == null) {
            throw new IllegalStateException("an index of texts has the unknown language " + name);
        }
        return new TextIndex(
                weights, all, language, options.getString("language_override").getValue(), before, after);
    }
}
