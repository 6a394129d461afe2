package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import java.util.List;

/** What tells how it would be carried out. */
interface Changing {
    /** The operators of the plan, first to last. */
    List<Value> explained();
}
