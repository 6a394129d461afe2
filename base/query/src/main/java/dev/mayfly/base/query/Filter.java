package dev.mayfly.base.query;

import dev.mayfly.base.document.View;

/** A question a document answers with yes or no. Immutable and safe for concurrent use. */
@FunctionalInterface
public interface Filter {
    Filter ALL = _ -> true;

    boolean matches(View document);
}
