package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MatchedPosition;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.update.Update;
import dev.mayfly.face.mongo.language.update.UpdateCompiler;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.TimedView;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One update, compiled.
 *
 * @param query as the client put it, from which an upsert begins
 * @param argument as the client put it
 * @param sort which document to take of those that match, if only one is to be changed
 * @param multi whether all documents that match are changed
 */
public record UpdateStatement(
        BsonDocument query,
        BsonValue argument,
        MongoFilter filter,
        Update update,
        BsonDocument sort,
        @Nullable BsonValue hint,
        boolean multi,
        boolean upsert,
        Collation collation) {
    private static final int CONSTANTS_WITHOUT_PIPELINE = 51198;

    /**
     * Compiles an update.
     *
     * @throws CommandError when its parts do not go together
     */
    public static UpdateStatement of(Parts parts, Variables variables) {
        BsonValue argument = parts.update;
        if (!parts.constants.isEmpty() && !argument.isArray()) {
            throw new CommandError(
                    CONSTANTS_WITHOUT_PIPELINE, "Constant values may only be specified for pipeline updates");
        }
        Variables all = variables;
        for (var constant : parts.constants.entrySet()) {
            all = all.with(constant.getKey(), constant.getValue());
        }
        Update update = UpdateCompiler.compile(argument, parts.arrayFilters, all);
        if (parts.multi && update.isReplacement()) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE, "multi update is not supported for replacement-style update");
        }
        MongoFilter filter = FilterCompiler.ofCollection(parts.query, variables);
        return new UpdateStatement(
                parts.query,
                argument,
                filter,
                update,
                parts.sort,
                parts.hint,
                parts.multi,
                parts.upsert,
                variables.collation());
    }

    /** An update as its client put it, in the right types. */
    public record Parts(
            BsonDocument query,
            BsonValue update,
            BsonDocument constants,
            List<BsonDocument> arrayFilters,
            BsonDocument sort,
            @Nullable BsonValue hint,
            boolean multi,
            boolean upsert,
            BsonDocument collation) {}

    /** Returns whether it would change this document; nothing is written. */
    public boolean wouldChange(Document document, long nowMillis) {
        MatchedPosition position = new MatchedPosition();
        filter.matches(TimedView.of(document, filter), position);
        UpdateContext context = UpdateContext.at(nowMillis).matchedAt(position.index());
        return update.apply(document.view().toBsonValue().asDocument(), context).changed();
    }

    public QuerySpec spec() {
        return new QuerySpec(filter, sort, hint, 0, sort.isEmpty() ? 0 : 1, collation);
    }
}
