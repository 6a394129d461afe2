package dev.mayfly.face.mongo.language.aggregation;

/** One compiled stage. Immutable and safe for concurrent use. */
@FunctionalInterface
interface Stage {
    /** The rows that come out when these go in. */
    Rows over(Rows input, PipelineContext context);
}
