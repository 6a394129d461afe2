package dev.mayfly.face.couchbase;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import java.util.List;

/**
 * The way the node presents itself.
 *
 * @param rules of the release and the edition that it says it is
 * @param users that the configuration lets in
 */
public record CouchbaseSettings(BucketRules rules, List<CouchbaseUser> users) {
    public static final CouchbaseSettings DEFAULTS = new CouchbaseSettings(
            new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS),
            List.of(CouchbaseUser.INSTALLED));

    public CouchbaseSettings {
        users = List.copyOf(users);
    }

    /** Such as {@code 7.6.4-0000-enterprise}. */
    public String version() {
        return rules.release().version(rules.edition());
    }
}
