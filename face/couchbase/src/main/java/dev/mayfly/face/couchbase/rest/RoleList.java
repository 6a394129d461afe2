package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A list of roles as a form has it, with commas between them: each known, and granted for something that is there. */
final class RoleList {
    /** The roles of the community edition. */
    private static final Set<String> COMMUNITY = Set.of("admin", "ro_admin", "bucket_full_access");

    private RoleList() {}

    /** @throws RestException that names those that make no sense */
    static List<String> parse(String text, Buckets buckets) {
        List<String> roles = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String part : text.split(",")) {
            String role = part.trim();
            Grant grant = role.isEmpty() ? null : Grant.parse(role);
            if (grant != null && isKnown(grant, buckets)) {
                roles.add(grant.text());
            } else if (!role.isEmpty()) {
                wrong.add(role);
            }
        }
        if (!wrong.isEmpty()) {
            throw RestException.invalid(
                    "roles",
                    "Cannot assign roles to user because the following roles are unknown, malformed or role parameters"
                            + " are undefined: [" + String.join(",", wrong) + "]");
        }
        return roles.stream().distinct().toList();
    }

    private static boolean isKnown(Grant grant, Buckets buckets) {
        BucketRules rules = buckets.rules();
        if (!rules.isEnterprise() && !COMMUNITY.contains(grant.role().name())) {
            return false;
        }
        if (grant.bucket() == null) {
            return true;
        }
        Bucket bucket = buckets.find(grant.bucket());
        if (bucket == null || grant.scope() == null) {
            return bucket != null;
        }
        Scope scope = bucket.manifest().find(grant.scope());
        return scope != null && (grant.collection() == null || scope.find(grant.collection()) != null);
    }
}
