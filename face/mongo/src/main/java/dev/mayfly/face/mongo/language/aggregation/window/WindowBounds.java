package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.DateOffsets;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of the rows around a row that a window covers.
 *
 * @param byValue whether the bounds are distances from the row's value, not numbers of rows
 * @param lower a number, "current" or "unbounded"
 * @param unit of the distances between dates; empty for numbers
 */
public record WindowBounds(boolean byValue, BsonValue lower, BsonValue upper, String unit) {
    private static final BsonString UNBOUNDED = new BsonString("unbounded");
    private static final BsonString CURRENT = new BsonString("current");
    private static final Set<String> UNITS =
            Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond");

    static final WindowBounds WHOLE = new WindowBounds(false, UNBOUNDED, UNBOUNDED, "");

    public static WindowBounds of(@Nullable BsonValue window, BsonDocument sort) {
        if (window == null) {
            return WHOLE;
        }
        if (!window.isDocument()) {
            throw failedToParse("'window' field must be an object");
        }
        BsonDocument spec = window.asDocument();
        boolean byRange = spec.containsKey("range");
        boolean byDocuments = spec.containsKey("documents");
        if (byRange && byDocuments) {
            throw failedToParse("Window bounds can specify either 'documents' or 'unit', not both.");
        }
        if (!byRange && spec.containsKey("unit")) {
            throw failedToParse("Window bounds can only specify 'unit' with range-based bounds.");
        }
        if (byRange) {
            requireNoOther(spec, spec.containsKey("unit") ? "unit" : "range");
            return ofRange(spec, sort);
        }
        if (byDocuments) {
            requireNoOther(spec, "documents");
            return ofDocuments(spec, sort);
        }
        if (!spec.isEmpty()) {
            throw failedToParse("'window' field can only contain 'documents' as the only argument or 'range' with an"
                    + " optional 'unit' field");
        }
        return WHOLE;
    }

    private static void requireNoOther(BsonDocument spec, String field) {
        if (spec.size() > (field.equals("unit") ? 2 : 1)) {
            String besides = field.equals("unit") ? "besides 'range'" : "besides 'unit'";
            throw failedToParse("'window' field that specifies " + field + " cannot have other fields"
                    + (field.equals("documents") ? "" : " " + besides));
        }
    }

    private static WindowBounds ofDocuments(BsonDocument spec, BsonDocument sort) {
        WindowBounds bounds = bounds(spec, "documents", false, "");
        if (!isWholeNumberOrWord(bounds.lower) || !isWholeNumberOrWord(bounds.upper)) {
            throw failedToParse("Numeric document-based bounds must be an integer");
        }
        boolean isWhole = bounds.lower.equals(UNBOUNDED) && bounds.upper.equals(UNBOUNDED);
        if (!isWhole && sort.isEmpty()) {
            throw location(5339901, "Document-based bounds require a sortBy");
        }
        return bounds;
    }

    private static boolean isWholeNumberOrWord(BsonValue bound) {
        return bound.isString() || Trees.wholeOf(bound) != null;
    }

    private static WindowBounds ofRange(BsonDocument spec, BsonDocument sort) {
        BsonValue unit = spec.get("unit");
        if (unit != null && !unit.isString()) {
            throw failedToParse("'unit' must be a string");
        }
        if (unit != null && !UNITS.contains(unit.asString().getValue())) {
            throw failedToParse("unknown time unit value: " + unit.asString().getValue());
        }
        WindowBounds bounds =
                bounds(spec, "range", true, unit == null ? "" : unit.asString().getValue());
        if (unit != null && !(isWholeNumberOrWord(bounds.lower) && isWholeNumberOrWord(bounds.upper))) {
            throw failedToParse("With 'unit', range-based bounds must be an integer");
        }
        if (sort.size() != 1) {
            throw location(5339902, "Range-based bounds require sortBy a single field");
        }
        if (!sort.values().iterator().next().isNumber()
                || Numbers.doubleOf(sort.values().iterator().next()) < 0) {
            throw location(8947401, "Range-based bounds require an ascending sortBy");
        }
        return bounds;
    }

    private static WindowBounds bounds(BsonDocument spec, String field, boolean byValue, String unit) {
        BsonValue pair = spec.get(field, BsonNull.VALUE);
        if (!pair.isArray() || pair.asArray().size() != 2) {
            throw failedToParse("Window bounds must be a 2-element array: " + field + ": " + ShellText.of(pair));
        }
        BsonValue lower = checked(pair.asArray().get(0));
        BsonValue upper = checked(pair.asArray().get(1));
        if (rank(lower, -1) > rank(upper, 1)) {
            throw location(
                    5339900, "Lower bound must not exceed upper bound: [" + number(lower) + ", " + number(upper) + "]");
        }
        return new WindowBounds(byValue, lower, upper, unit);
    }

    private static String number(BsonValue bound) {
        return bound.equals(CURRENT) ? "0" : ShellText.of(bound);
    }

    private static BsonValue checked(BsonValue bound) {
        if (!Trees.isNumber(bound) && !bound.equals(UNBOUNDED) && !bound.equals(CURRENT)) {
            throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
        }
        return bound;
    }

    private static double rank(BsonValue bound, int side) {
        if (bound.equals(UNBOUNDED)) {
            return side * Double.POSITIVE_INFINITY;
        }
        return bound.equals(CURRENT) ? 0 : Numbers.doubleOf(bound);
    }

    boolean startsAtFirst() {
        return lower.equals(UNBOUNDED);
    }

    boolean isWhole() {
        return startsAtFirst() && upper.equals(UNBOUNDED);
    }

    /** The first row of the window. */
    int from(WindowPartition partition, int row) {
        if (startsAtFirst()) {
            return 0;
        }
        if (!byValue) {
            return (int) Math.clamp(row + offset(lower), 0L, partition.size());
        }
        BsonValue least = moved(partition.values().get(row), lower);
        int at = 0;
        while (at < partition.size()
                && Collation.SIMPLE.compare(partition.values().get(at), least) < 0) {
            at++;
        }
        return at;
    }

    /** The row behind the last of the window. */
    int until(WindowPartition partition, int row) {
        if (upper.equals(UNBOUNDED)) {
            return partition.size();
        }
        if (!byValue) {
            return (int) Math.clamp(row + offset(upper) + 1, 0L, partition.size());
        }
        BsonValue most = moved(partition.values().get(row), upper);
        int at = partition.size();
        while (at > 0 && Collation.SIMPLE.compare(partition.values().get(at - 1), most) > 0) {
            at--;
        }
        return at;
    }

    private static long offset(BsonValue bound) {
        return bound.equals(CURRENT) ? 0 : Numbers.longOf(bound);
    }

    private BsonValue moved(BsonValue value, BsonValue bound) {
        if (bound.equals(CURRENT)) {
            return value;
        }
        if (unit.isEmpty()) {
            if (!Trees.isNumber(value)) {
                throw location(
                        5429414,
                        "Invalid range: Expected the sortBy field to be a number, but it was " + TypeNames.of(value));
            }
            BsonValue sum = Numbers.add(value, bound);
            return sum == null ? value : sum;
        }
        if (!value.isDateTime()) {
            throw location(
                    5429513,
                    "Invalid range: Expected the sortBy field to be a Date, but it was " + TypeNames.of(value));
        }
        return DateOffsets.plus(value.asDateTime(), unit, Numbers.longOf(bound));
    }
}
