package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.expression.Variables;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline knows beside its rows.
 *
 * @param variables {@code $$NOW} and what the command's {@code let} defines
 * @param space for rows that do not fit in memory, or null
 */
public record PipelineContext(
        Variables variables,
        CollectionReader reader,
        @Nullable SpillSpace space) {
    /** Where everything has to fit in memory. */
    public PipelineContext(Variables variables, CollectionReader reader) {
        this(variables, reader, null);
    }

    PipelineContext with(Variables other) {
        return new PipelineContext(other, reader, space);
    }
}
