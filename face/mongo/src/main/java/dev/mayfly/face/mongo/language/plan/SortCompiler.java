package dev.mayfly.face.mongo.language.plan;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** Compiles the document of a sort. */
public final class SortCompiler {
    private static final int KEYS_MAX = 32;

    /** What only a search of texts knows. */
    private static final Set<String> TEXT_SEARCH = Set.of("textScore", "searchScore", "vectorSearchScore");

    private SortCompiler() {}

    /**
     * The parts of the order; none for an empty document.
     *
     * @throws QueryException when MongoDB would refuse it
     */
    public static List<KeyPart> compile(BsonDocument sort) {
        if (sort.size() > KEYS_MAX) {
            throw location(13103, "too many compound keys");
        }
        List<KeyPart> parts = new ArrayList<>();
        for (Map.Entry<String, BsonValue> entry : sort.entrySet()) {
            parts.add(part(entry.getKey(), entry.getValue()));
        }
        return parts;
    }

    /** An expression in place of a direction. */
    public static QueryException refused(BsonDocument direction) {
        BsonValue meta = direction.get("$meta");
        if (direction.size() != 1 || meta == null) {
            return location(17312, "$meta is the only expression supported by $sort right now");
        }
        return meta.isString() && TEXT_SEARCH.contains(meta.asString().getValue())
                ? noScore()
                : location(31138, "Illegal $meta sort: $meta: " + ShellText.of(meta));
    }

    /** Refuses an order by a score where nothing tells one. */
    public static QueryException noScore() {
        return location(40218, "query requires text score metadata, but it is not available");
    }

    private static KeyPart part(String name, BsonValue direction) {
        if (DeadlineField.isAskedBy(direction)) {
            return KeyPart.ascending(DeadlineField.NAME);
        }
        if (MetaVariables.isTextScore(direction)) {
            return KeyPart.descending(MetaVariables.field(MetaVariables.TEXT_SCORE));
        }
        if (direction.isDocument()) {
            throw refused(direction.asDocument());
        }
        if (!(direction instanceof BsonNumber number)) {
            throw new QueryException(
                    15974,
                    "Location15974",
                    "Illegal key in $sort specification: " + name + ": " + ShellText.of(direction));
        }
        double value = number.doubleValue();
        if (value != 1 && value != -1) {
            throw new QueryException(
                    15975, "Location15975", "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
        }
        FieldPaths.names(name);
        return new KeyPart(FieldPath.of(name), value < 0);
    }
}
