package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $merge}: each row changes the document it belongs to, or becomes one. */
final class MergeStage implements PipelineOutput {
    private static final Set<String> FIELDS = Set.of("into", "on", "let", "whenMatched", "whenNotMatched");
    private static final int ROW_MISSING = 13113;
    private static final int IMMUTABLE_FIELD = 66;

    /** Limit on the rows held back if they come from the very collection they go to. */
    private static final long HELD_BYTES_MAX = 100L << 20;

    private final OutputTarget target;
    private final MergeKey key;
    private final MergeModes modes;
    private final Map<String, Expression> variables = new LinkedHashMap<>();
    private final Place place;

    MergeStage(BsonValue argument, Place place) {
        BsonDocument options = options(argument);
        this.place = place;
        this.target = OutputTarget.ofMerge(options.get("into"), place.database());
        this.key = MergeKey.of(options.get("on"));
        this.modes = MergeModes.of(options);
        key.check(
                place.collections().find(target.database(), target.collection()),
                place.variables().collation());
        variables.put("new", ExpressionCompiler.compile(new BsonString("$$ROOT")));
        BsonValue let = options.get("let");
        if (let != null && let.isDocument()) {
            requireNew(let.asDocument());
            let.asDocument()
                    .forEach((name, value) -> variables.put(
                            ExpressionCompiler.checkedVariable(name),
                            ExpressionCompiler.compile(value, place.variables().names())));
        }
    }

    private static BsonDocument options(BsonValue argument) {
        if (argument.isString()) {
            return new BsonDocument("into", argument);
        }
        if (!argument.isDocument()) {
            throw new CommandError(
                    51182, "$merge requires a string or object argument, but found " + TypeNames.of(argument));
        }
        for (String field : argument.asDocument().keySet()) {
            if (!FIELDS.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '$merge." + field + "' is an unknown field.");
            }
        }
        return argument.asDocument();
    }

    /** The variable 'new' is always the row, also where the client names it. */
    private static void requireNew(BsonDocument let) {
        BsonValue row = let.get("new");
        if (row != null && !row.equals(new BsonString("$$ROOT"))) {
            throw new CommandError(
                    51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'");
        }
    }

    @Override
    public OutputTarget target() {
        return target;
    }

    @Override
    public void write(Supplier<Rows> source) {
        Collection collection = place.collections().findOrCreate(target.database(), target.collection());
        Updates updates = new Updates(place.writing(collection), place.durability(), place.nowMillis());
        try (Rows rows = isItsSource() ? held(source) : source.get()) {
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                OperationContext.current().check();
                write(updates, identified(row));
            }
        }
    }

    private boolean isItsSource() {
        return target.equals(new OutputTarget(place.database(), place.source()));
    }

    /** Reads all rows first, so that none is read from the new writes. */
    private static Rows held(Supplier<Rows> source) {
        List<BsonDocument> held = new ArrayList<>();
        long bytes = 0;
        try (Rows rows = source.get()) {
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                held.add(row);
                bytes += HeapSize.of(row);
                if (bytes > HELD_BYTES_MAX) {
                    throw QueryRefusals.memoryLimit("Exceeded memory limit for $merge into the collection it reads");
                }
            }
        }
        return Rows.of(held);
    }

    private BsonDocument identified(BsonDocument row) {
        if (!key.namesId() || row.containsKey("_id")) {
            return row;
        }
        BsonDocument identified = new BsonDocument("_id", new BsonObjectId(NewIds.objectId(place.nowMillis())));
        identified.putAll(row);
        return identified;
    }

    private void write(Updates updates, BsonDocument row) {
        BsonDocument query = key.query(row);
        boolean insertsFirst =
                modes.matched() == MergeModes.Matched.FAIL || modes.matched() == MergeModes.Matched.KEEP_EXISTING;
        if (insertsFirst) {
            insert(updates, row, modes.matched() == MergeModes.Matched.KEEP_EXISTING);
            return;
        }
        UpdateStatement statement = statement(query, row);
        if (isThere(updates, statement)) {
            return;
        }
        switch (modes.notMatched()) {
            case DISCARD -> {}
            case FAIL ->
                throw new CommandError(
                        ROW_MISSING,
                        "MergeStageNoMatchingDocument",
                        "$merge could not find a matching document in the target collection for at least one document"
                                + " in the source collection");
            case INSERT -> {
                // Somebody else may have stored it since we looked.
                WriteFailure taken = updates.insert(ready(row));
                if (taken != null && !isThere(updates, statement)) {
                    throw new WriteFailedException(taken);
                }
            }
        }
    }

    private UpdateStatement statement(BsonDocument query, BsonDocument row) {
        BsonDocument values = new BsonDocument();
        variables.forEach(
                (name, expression) -> values.append(name, expression.evaluate(TreeView.of(row), place.variables())));
        boolean replaces = modes.matched() == MergeModes.Matched.REPLACE;
        return UpdateStatement.of(
                new UpdateStatement.Parts(
                        query,
                        replaces ? row : modes.pipeline(),
                        replaces ? new BsonDocument() : values,
                        List.of(),
                        new BsonDocument(),
                        null,
                        false,
                        false,
                        new BsonDocument()),
                place.variables());
    }

    private static boolean isThere(Updates updates, UpdateStatement statement) {
        try {
            return !(updates.one(statement) instanceof Updates.Done.Nothing);
        } catch (QueryException refusal) {
            if (refusal.code() != IMMUTABLE_FIELD) {
                throw refusal;
            }
            throw new QueryException(
                    refusal.code(),
                    refusal.codeName(),
                    "$merge failed to update the matching document, did you attempt to modify the _id or the shard key?"
                            + " :: caused by :: " + refusal.getMessage());
        }
    }

    private void insert(Updates updates, BsonDocument row, boolean keepsExisting) {
        WriteFailure taken = updates.insert(ready(row));
        boolean isThere = taken != null
                && taken.details()
                        .getDocument("keyPattern", new BsonDocument())
                        .keySet()
                        .equals(key.paths());
        if (taken != null && !(keepsExisting && isThere)) {
            throw new WriteFailedException(taken);
        }
    }

    private NewDocument ready(BsonDocument row) {
        return NewDocument.of(view(row), place.nowMillis(), place.collections().lifetimes());
    }

    private static BsonView view(BsonDocument row) {
        return EncodedRow.of(row);
    }
}
