package dev.mayfly.face.mongo.language.aggregation.stage;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.ParallelArraysException;
import dev.mayfly.base.document.TooManyKeysException;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.SortOrder;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;

/** The order that {@code $sort}, {@code $top} and the sort of find ask for. */
public final class SortSpec {
    private final SortOrder order;

    private SortSpec(SortOrder order) {
        this.order = order;
    }

    public static SortSpec compile(BsonValue spec) {
        if (!spec.isDocument()) {
            throw location(15973, "the $sort key specification must be an object");
        }
        List<KeyPart> parts = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : spec.asDocument().entrySet()) {
            if (DeadlineField.isAskedBy(field.getValue())) {
                parts.add(KeyPart.ascending(DeadlineField.NAME));
                continue;
            }
            if (MetaVariables.isTextScore(field.getValue())) {
                parts.add(KeyPart.descending(MetaVariables.field(MetaVariables.TEXT_SCORE)));
                continue;
            }
            boolean descending = isDescending(field.getValue());
            parts.add(
                    descending
                            ? KeyPart.descending(checked(field.getKey()))
                            : KeyPart.ascending(checked(field.getKey())));
        }
        if (parts.isEmpty()) {
            throw location(15976, "$sort stage must have at least one sort key");
        }
        return new SortSpec(new SortOrder(parts));
    }

    private static boolean isDescending(BsonValue direction) {
        if (direction.isDocument()) {
            throw SortCompiler.refused(direction.asDocument());
        }
        double sign = Trees.isNumber(direction) ? Numbers.doubleOf(direction) : 0;
        if (sign != 1 && sign != -1) {
            throw location(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
        }
        return sign < 0;
    }

    private static String checked(String path) {
        FieldPaths.names(path);
        return path;
    }

    public SortOrder order() {
        return order;
    }

    /** Bytes that compare unsigned as the documents are to be ordered, with texts as the collation has them. */
    public byte[] keyOf(View document, Collation collation) {
        try {
            return order.keyOf(collation.fold(document));
        } catch (ParallelArraysException _) {
            throw badValue("cannot sort with keys that are parallel arrays");
        } catch (TooManyKeysException _) {
            throw badValue("cannot sort by arrays with that many values in one document");
        }
    }
}
