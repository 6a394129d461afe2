package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.expression.Variables;

/**
 * What a pipeline knows beside its rows.
 *
 * @param variables {@code $$NOW} and what the command's {@code let} defines
 */
public record PipelineContext(Variables variables, CollectionReader reader) {
    PipelineContext with(Variables other) {
        return new PipelineContext(other, reader);
    }
}
