package dev.mayfly.face.couchbase.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The statement of a role about one part of the cluster.
 *
 * @param where the buckets and collections it covers
 * @param path the object it covers, with everything below; empty for all
 * @param operations that it allows, or null for all
 */
record RoleRule(Where where, String path, @Nullable Set<String> operations) {
    enum Where {
        /** Everything if the path is empty, else objects that lie in no bucket. */
        CLUSTER,
        /** Every bucket. */
        ANY_BUCKET,
        /** The bucket that the role was granted for, or any part of it. */
        BUCKET,
        /** The object that the role was granted for: a bucket, a scope or a collection. */
        GRANTED
    }

    boolean concerns(Grant grant, Permission asked) {
        boolean isBelow =
                path.isEmpty() || asked.path().equals(path) || asked.path().startsWith(path + ".");
        return isBelow
                && switch (where) {
                    case CLUSTER -> path.isEmpty() || asked.bucket() == null;
                    case ANY_BUCKET -> asked.bucket() != null;
                    case BUCKET -> meets(grant.bucket(), asked.bucket());
                    case GRANTED ->
                        meets(grant.bucket(), asked.bucket())
                                && covers(grant.scope(), asked.scope())
                                && covers(grant.collection(), asked.collection());
                };
    }

    /** @param granted a name, or null for all */
    private static boolean meets(@Nullable String granted, @Nullable String asked) {
        return asked != null && (granted == null || asked.equals(Permission.ANY) || granted.equals(asked));
    }

    private static boolean covers(@Nullable String granted, @Nullable String asked) {
        return granted == null || asked != null && (asked.equals(Permission.ANY) || granted.equals(asked));
    }

    boolean allows(String operation) {
        return operations == null || operations.contains(operation);
    }
}
