package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.List;

/** A statement that can describe its execution. */
interface ExplainableChange {
    /** The operators of the plan, first to last. */
    List<N1qlValue> explained();
}
