package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import org.jspecify.annotations.Nullable;

/**
 * Makes out what a call asks for.
 *
 * @param single the operation, where the request's own opcode says it; null for a request of several
 * @param mutation whether the operations are to change something
 * @param release by whose rules
 */
record RequestReader(@Nullable SubOpcode single, boolean mutation, CouchbaseRelease release) {
    SubdocRequest read(KvCall call) {
        SpecRules rules = new SpecRules(call.session().has(Feature.XATTR));
        if (single != null) {
            return SingleReader.read(call.request(), single, rules);
        }
        boolean oneKey = !release.isAtLeast(CouchbaseRelease.R7_6);
        return new MultiReader(call.request(), mutation, rules, oneKey).read();
    }
}
