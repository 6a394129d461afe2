package dev.mayfly.face.couchbase.xdcr.filter;

import java.util.function.ToIntBiFunction;
import tools.jackson.databind.JsonNode;

/** A condition of a document. There are two answers: what is missing fulfils no comparison, and so the opposite of each. */
@FunctionalInterface
interface FilterTest {
    boolean holds(FilteredDocument document);

    /** A value in a document, or one that is computed from it; a missing node where there is none. */
    @FunctionalInterface
    interface Operand {
        JsonNode of(FilteredDocument document);
    }

    /** A comparison by what the order of two values must be. */
    enum Comparison {
        EQUAL,
        UNEQUAL,
        LESS,
        AT_MOST,
        GREATER,
        AT_LEAST;

        boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case UNEQUAL -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }

        FilterTest of(Operand left, Operand right, ToIntBiFunction<JsonNode, JsonNode> order) {
            return document -> {
                JsonNode first = left.of(document);
                JsonNode second = right.of(document);
                boolean isMissing = first.isMissingNode() || second.isMissingNode();
                return !isMissing && holds(order.applyAsInt(first, second));
            };
        }
    }
}
