package dev.mayfly.face.mongo.language.expression;

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

    private static final String META = "$meta";
    private static final char NUL = '\0';

    private MetaVariables() {}

    static boolean isArgument(String argument) {
        return switch (argument) {
            case SORT_KEY, RECORD_ID, INDEX_KEY -> true;
            default -> false;
        };
    }

    /** The variable of an argument of {@code $meta}. */
    public static String variable(String argument) {
        return NUL + argument;
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
