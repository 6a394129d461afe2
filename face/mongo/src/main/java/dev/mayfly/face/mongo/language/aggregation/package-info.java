/**
 * Mongo's aggregation pipelines as pull iterators over documents.
 *
 * <p>{@link dev.mayfly.face.mongo.language.aggregation.PipelineCompiler} checks and reorders the stages as they are written,
 * then compiles each by {@link dev.mayfly.face.mongo.language.aggregation.StageTable}. Running a
 * {@link dev.mayfly.face.mongo.language.aggregation.Pipeline} stacks one
 * {@link dev.mayfly.face.mongo.language.aggregation.stage.Rows} on the other; what must see all rows before it gives one holds them
 * within {@link dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget}.
 */
@NullMarked
package dev.mayfly.face.mongo.language.aggregation;

import org.jspecify.annotations.NullMarked;
