package dev.mayfly.face.mongo.write;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The actions of {@code $merge} for a row.
 *
 * @param pipeline the pipeline for the existing document, if {@code matched} is PIPELINE or MERGE
 */
record MergeModes(Matched matched, NotMatched notMatched, BsonArray pipeline) {
    private static final BsonArray MERGING = BsonArray.parse("[{$replaceWith: {$mergeObjects: ['$$ROOT', '$$new']}}]");

    /** The action for an existing document. */
    enum Matched {
        REPLACE("replace"),
        KEEP_EXISTING("keepExisting"),
        MERGE("merge"),
        FAIL("fail"),
        PIPELINE("pipeline");

        private final String text;

        Matched(String text) {
            this.text = text;
        }
    }

    /** When none is there. */
    enum NotMatched {
        INSERT("insert"),
        DISCARD("discard"),
        FAIL("fail");

        private final String text;

        NotMatched(String text) {
            this.text = text;
        }
    }

    static MergeModes of(BsonDocument options) {
        BsonValue matched = options.get("whenMatched");
        NotMatched notMatched = notMatched(options.get("whenNotMatched"));
        MergeModes modes = matched != null && matched.isArray()
                ? new MergeModes(Matched.PIPELINE, notMatched, matched.asArray())
                : new MergeModes(matched(matched), notMatched, MERGING);
        modes.check(options.containsKey("let"));
        return modes;
    }

    private void check(boolean hasVariables) {
        boolean onlyInserts = matched == Matched.KEEP_EXISTING || matched == Matched.FAIL;
        if (onlyInserts && notMatched != NotMatched.INSERT) {
            throw new CommandError(
                    51181,
                    "Combination of $merge modes 'whenMatched: " + matched.text + "' and 'whenNotMatched: "
                            + notMatched.text + "' is not supported");
        }
        if (hasVariables && matched != Matched.PIPELINE) {
            throw new CommandError(51199, "Cannot use 'let' variables with 'whenMatched: " + matched.text + "' mode");
        }
    }

    private static Matched matched(@Nullable BsonValue value) {
        if (value == null) {
            return Matched.MERGE;
        }
        if (!value.isString()) {
            throw new CommandError(
                    51191,
                    "$merge 'whenMatched' field must be either a string or an array, but found " + TypeNames.of(value));
        }
        String text = value.asString().getValue();
        return List.of(Matched.values()).stream()
                .filter(mode -> mode.text.equals(text))
                .findFirst()
                .orElseThrow(() -> invalid("whenMatched", text));
    }

    private static NotMatched notMatched(@Nullable BsonValue value) {
        if (value == null) {
            return NotMatched.INSERT;
        }
        if (!value.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field '$merge.whenNotMatched' is the wrong type '" + TypeNames.of(value)
                            + "', expected type 'string'");
        }
        String text = value.asString().getValue();
        return List.of(NotMatched.values()).stream()
                .filter(mode -> mode.text.equals(text))
                .findFirst()
                .orElseThrow(() -> invalid("whenNotMatched", text));
    }

    private static CommandError invalid(String field, String text) {
        return new CommandError(
                MongoCode.BAD_VALUE,
                "Enumeration value '" + text + "' for field '$merge." + field + "' is not a valid value.");
    }
}
