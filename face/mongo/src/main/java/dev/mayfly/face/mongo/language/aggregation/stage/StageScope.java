package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The surroundings in which a stage is compiled.
 *
 * @param variables the variables it may read
 * @param collation the collation by which it compares texts
 * @param depth number of pipelines around its own
 */
public record StageScope(Set<String> variables, Collation collation, int depth) {
    public static final int DEPTH_MAX = 20;

    private static final String SORT_KEY = MetaVariables.variable(MetaVariables.SORT_KEY);

    /** Returns the scope of an outermost pipeline. */
    public static StageScope of(Variables variables) {
        return new StageScope(variables.names(), variables.collation(), 0);
    }

    public StageScope {
        variables = Set.copyOf(variables);
    }

    /** Returns the scope of a pipeline that begins with a search which tells these facts. */
    public StageScope telling(List<String> facts) {
        Set<String> all = new HashSet<>(variables);
        facts.forEach(fact -> all.add(MetaVariables.variable(fact)));
        return new StageScope(all, collation, depth);
    }

    /** Returns whether a search at the beginning of the pipeline tells this fact. */
    public boolean tells(String fact) {
        return variables.contains(MetaVariables.variable(fact));
    }

    /** Returns the scope after a stage that sorts rows. */
    public StageScope sorted() {
        Set<String> all = new HashSet<>(variables);
        all.add(SORT_KEY);
        return new StageScope(all, collation, depth);
    }

    /** The scope of a pipeline inside a stage. */
    public StageScope inner(Set<String> more) {
        if (depth == DEPTH_MAX) {
            throw new QueryException(
                    232,
                    "MaxSubPipelineDepthExceeded",
                    "Maximum number of nested sub-pipelines exceeded. Limit is " + DEPTH_MAX);
        }
        Set<String> all = new HashSet<>(variables);
        all.addAll(more);
        all.remove(SORT_KEY);
        all.removeIf(MetaVariables::isOfSearch);
        return new StageScope(all, collation, depth + 1);
    }
}
