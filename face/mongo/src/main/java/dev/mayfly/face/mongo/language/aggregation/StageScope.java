package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.HashSet;
import java.util.Set;

/**
 * Where a stage stands.
 *
 * @param variables the variables it may read
 * @param collation how it compares texts
 * @param depth how many pipelines are around its own
 */
record StageScope(Set<String> variables, Collation collation, int depth) {
    static final int DEPTH_MAX = 20;

    /** Of a pipeline that is inside of no other. */
    static StageScope of(Variables variables) {
        return new StageScope(variables.names(), variables.collation(), 0);
    }

    StageScope {
        variables = Set.copyOf(variables);
    }

    /** The scope of a pipeline inside a stage. */
    StageScope inner(Set<String> more) {
        if (depth == DEPTH_MAX) {
            throw new QueryException(
                    232,
                    "MaxSubPipelineDepthExceeded",
                    "Maximum number of nested sub-pipelines exceeded. Limit is " + DEPTH_MAX);
        }
        Set<String> all = new HashSet<>(variables);
        all.addAll(more);
        return new StageScope(all, collation, depth + 1);
    }
}
