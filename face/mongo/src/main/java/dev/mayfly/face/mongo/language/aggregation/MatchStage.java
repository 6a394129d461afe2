package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $match}. */
final class MatchStage implements Stage {
    private final BsonDocument query;
    private final MongoFilter filter;
    private final boolean readsVariables;

    private MatchStage(BsonDocument query, MongoFilter filter, boolean readsVariables) {
        this.query = query;
        this.filter = filter;
        this.readsVariables = readsVariables;
    }

    static MatchStage compile(BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(15959, "the match filter must be an expression in an object");
        }
        BsonDocument query = argument.asDocument();
        return new MatchStage(query, bind(query, placeholders(scope)), Paths.mentions(query, "$expr"));
    }

    /** Values for variables that are known by name only, so that the query can be checked before it is run. */
    private static Variables placeholders(StageScope scope) {
        Variables variables = Variables.NONE.withCollation(scope.collation());
        for (String name : scope.variables()) {
            variables = variables.with(name, BsonNull.VALUE);
        }
        return variables;
    }

    /** A search for words stands at the beginning of a pipeline alone, where the collection answers it. */
    private static MongoFilter bind(BsonDocument query, Variables variables) {
        return Paths.mentions(query, "$text")
                ? SpecialFilters.withoutNearest(FilterCompiler.ofCollection(query, variables))
                : FilterCompiler.compile(query, variables);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        MongoFilter bound = readsVariables ? bind(query, context.variables()) : filter;
        return Rows.mapped(input, row -> bound.matches(TreeView.of(row)) ? row : null);
    }
}
