package dev.mayfly.face.mongo.language.expression;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The facts that {@code $meta} can request about a document that find returns, each in a variable that no client can
 * name.
 */
public final class MetaVariables {
    /** The values by which it was sorted. */
    public static final String SORT_KEY = "sortKey";

    /** A number that stays with it. */
    public static final String RECORD_ID = "recordId";

    /** The document's key in the index that was scanned. */
    public static final String INDEX_KEY = "indexKey";

    /** How well a document answers a search for words. */
    public static final String TEXT_SCORE = "textScore";

    /** How far a document is from the place that was asked for. */
    public static final String NEAR_DISTANCE = "geoNearDistance";

    /** Its place that is nearest. */
    public static final String NEAR_PLACE = "geoNearPoint";

    /** How near its vector is to the one that was asked for. */
    public static final String VECTOR_SCORE = "vectorSearchScore";

    private static final String META = "$meta";
    private static final String HIDDEN = "$mayfly:";
    private static final List<String> OF_SEARCHES = List.of(TEXT_SCORE, NEAR_DISTANCE, NEAR_PLACE, VECTOR_SCORE);
    private static final char NUL = '\0';

    private MetaVariables() {}

    static boolean isArgument(String argument) {
        return switch (argument) {
            case SORT_KEY, RECORD_ID, INDEX_KEY, TEXT_SCORE, NEAR_DISTANCE, NEAR_PLACE, VECTOR_SCORE -> true;
            default -> false;
        };
    }

    /** The variable of an argument of {@code $meta}. */
    public static String variable(String argument) {
        return NUL + argument;
    }

    /** The field in which a fact that a search tells travels through a pipeline. No path can name it. */
    public static String field(String argument) {
        return HIDDEN + argument;
    }

    /** Returns whether a variable holds a fact that a search tells. */
    public static boolean isOfSearch(String variable) {
        return OF_SEARCHES.stream().anyMatch(argument -> variable(argument).equals(variable));
    }

    /** The document as clients may see it. */
    public static BsonDocument hidden(BsonDocument document) {
        if (OF_SEARCHES.stream().noneMatch(argument -> document.containsKey(field(argument)))) {
            return document;
        }
        BsonDocument visible = new BsonDocument();
        visible.putAll(document);
        OF_SEARCHES.forEach(argument -> visible.remove(field(argument)));
        return visible;
    }

    /** Returns a document made of another, with the facts that a search told of that. */
    public static BsonDocument carried(BsonDocument from, BsonDocument to) {
        if (OF_SEARCHES.stream().noneMatch(argument -> from.containsKey(field(argument)))) {
            return to;
        }
        BsonDocument carried = new BsonDocument();
        carried.putAll(to);
        for (String argument : OF_SEARCHES) {
            BsonValue fact = from.get(field(argument));
            if (fact != null) {
                carried.put(field(argument), fact);
            }
        }
        return carried;
    }

    /** Returns whether the value is {@code {$meta: "textScore"}}. */
    public static boolean isTextScore(BsonValue value) {
        return value.isDocument()
                && value.asDocument().size() == 1
                && new BsonString(TEXT_SCORE).equals(value.asDocument().get(META));
    }

    /** Returns whether the value is {@code {$meta: "sortKey"}} or the like. */
    public static boolean isAskedBy(BsonValue value) {
        return value.isDocument()
                && value.asDocument().size() == 1
                && value.asDocument().get(META) instanceof BsonString argument
                && isArgument(argument.getValue());
    }

    /** Returns whether the value contains such a request. */
    public static boolean isAskedWithin(BsonValue value, String argument) {
        if (value.isArray()) {
            return value.asArray().stream().anyMatch(each -> isAskedWithin(each, argument));
        }
        return value.isDocument()
                && value.asDocument().entrySet().stream()
                        .anyMatch(field ->
                                (field.getKey().equals(META) && field.getValue().equals(new BsonString(argument)))
                                        || isAskedWithin(field.getValue(), argument));
    }
}
