package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $unwind}: a document for each element of an array.
 *
 * @param indexPath where the element's index goes, or null
 * @param preserve whether documents without an element are kept
 */
record UnwindStage(String[] path, String @Nullable [] indexPath, boolean preserve) implements Stage {
    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static UnwindStage compile(String name, BsonValue argument, StageScope scope) {
        if (argument.isString()) {
            return new UnwindStage(path(argument), null, false);
        }
        if (!argument.isDocument()) {
            throw location(
                    15981,
                    "expected either a string or an object as specification for $unwind stage, got "
                            + TypeNames.of(argument));
        }
        return compile(argument.asDocument());
    }

    private static UnwindStage compile(BsonDocument options) {
        String[] path = null;
        String[] index = null;
        boolean preserve = false;
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            BsonValue value = option.getValue();
            switch (option.getKey()) {
                case "path" -> path = path(value);
                case "includeArrayIndex" -> index = indexPath(value);
                case "preserveNullAndEmptyArrays" -> {
                    if (!value.isBoolean()) {
                        throw location(
                                28809,
                                "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got "
                                        + TypeNames.of(value));
                    }
                    preserve = value.asBoolean().getValue();
                }
                default -> throw location(28811, "unrecognized option to $unwind stage: " + option.getKey());
            }
        }
        if (path == null) {
            throw location(28812, "no path specified to $unwind stage");
        }
        return new UnwindStage(path, index, preserve);
    }

    private static String[] path(BsonValue path) {
        if (!path.isString()) {
            throw location(28808, "expected a string as the path for $unwind stage, got " + TypeNames.of(path));
        }
        String text = path.asString().getValue();
        if (!text.startsWith("$")) {
            throw location(28818, "path option to $unwind stage should be prefixed with a '$': " + text);
        }
        return FieldPaths.names(text.substring(1));
    }

    private static String[] indexPath(BsonValue path) {
        if (!path.isString() || path.asString().getValue().isEmpty()) {
            throw location(
                    28810,
                    "expected a non-empty string for the includeArrayIndex  option to $unwind stage, got "
                            + TypeNames.of(path));
        }
        String text = path.asString().getValue();
        if (text.startsWith("$")) {
            throw location(
                    28822, "includeArrayIndex option to $unwind stage should not be prefixed with a '$': " + text);
        }
        return text.split("\\.", -1);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return new UnwoundRows(input);
    }

    private final class UnwoundRows implements Rows {
        private final Rows input;
        private BsonDocument row = new BsonDocument();
        private BsonArray elements = new BsonArray();
        private int at;

        private UnwoundRows(Rows input) {
            this.input = input;
        }

        @Override
        public @Nullable BsonDocument next() {
            OperationContext.current().check();
            while (at == elements.size()) {
                BsonDocument following = input.next();
                if (following == null) {
                    return null;
                }
                BsonValue value = NestedFields.get(following, path);
                if (value != null && value.isArray() && !value.asArray().isEmpty()) {
                    row = following;
                    elements = value.asArray();
                    at = 0;
                } else {
                    BsonDocument single = withoutElements(following, value);
                    if (single != null) {
                        return single;
                    }
                }
            }
            BsonDocument unwound = NestedFields.with(row, path, elements.get(at));
            BsonDocument result = indexed(unwound, new BsonInt64(at));
            at++;
            return result;
        }

        @Override
        public @Nullable BsonValue sortKey() {
            return input.sortKey();
        }

        @Override
        public void close() {
            input.close();
        }
    }

    /** Returns the output for a document whose value is not an array, or an empty one; null for none. */
    private @Nullable BsonDocument withoutElements(BsonDocument row, @Nullable BsonValue value) {
        if (value != null && value.isArray()) {
            return preserve ? indexed(NestedFields.without(row, path), BsonNull.VALUE) : null;
        }
        boolean isNothing = value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
        return isNothing && !preserve ? null : indexed(row, BsonNull.VALUE);
    }

    private BsonDocument indexed(BsonDocument row, BsonValue index) {
        return indexPath == null ? row : NestedFields.with(row, indexPath, index);
    }
}
