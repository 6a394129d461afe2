package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.List;

/** A statement that can describe its execution. */
public interface ExplainableChange {
    /** The operators of the plan, first to last. */
    List<N1qlValue> explained();
}
