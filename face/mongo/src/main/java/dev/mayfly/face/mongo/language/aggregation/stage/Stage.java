package dev.mayfly.face.mongo.language.aggregation.stage;

/** One compiled stage. Immutable and safe for concurrent use. */
@FunctionalInterface
public interface Stage {
    /** The rows that come out when these go in. */
    Rows over(Rows input, PipelineContext context);
}
