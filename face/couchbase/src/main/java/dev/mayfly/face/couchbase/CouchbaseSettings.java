package dev.mayfly.face.couchbase;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.bucket.Release;

/**
 * How the node presents itself.
 *
 * @param rules of the release and the edition that it says it is
 */
public record CouchbaseSettings(BucketRules rules) {
    public static final CouchbaseSettings DEFAULTS =
            new CouchbaseSettings(new BucketRules(Release.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS));

    /** Such as {@code 7.6.4-0000-enterprise}. */
    public String version() {
        return rules.release().version(rules.edition());
    }
}
