package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of a pipeline, besides its rows.
 *
 * @param variables {@code $$NOW} and the variables that the command's {@code let} defines
 * @param space for rows that do not fit in memory, or null
 */
public record PipelineContext(
        Variables variables,
        CollectionReader reader,
        @Nullable SpillSpace space) {
    /** A context in which everything must fit in memory. */
    public PipelineContext(Variables variables, CollectionReader reader) {
        this(variables, reader, null);
    }

    /**
     * The variables as a stage may read them for one row.
     *
     * @param rows that the row has just come from
     * @param asksForOrder whether the stage reads by which values it was sorted
     */
    public Variables variables(Rows rows, boolean asksForOrder) {
        BsonValue key = asksForOrder ? rows.sortKey() : null;
        return key == null ? variables : variables.with(MetaVariables.variable(MetaVariables.SORT_KEY), key);
    }

    public PipelineContext with(Variables other) {
        return new PipelineContext(other, reader, space);
    }
}
