package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import org.jspecify.annotations.Nullable;

/**
 * The permissions that one connection had in the collection it asked about last, so that they are not looked up for
 * each request. Used by one request at a time.
 */
final class PermissionCache {
    private @Nullable Identity identity;
    private @Nullable BucketCollection collection;
    private long generation;
    /** One bit a privilege that was granted. */
    private int granted;

    @SuppressWarnings("ReferenceEquality") // Whoever is the very same may do the same.
    boolean allow(Identity asking, Privilege privilege, BucketCollection about) {
        int bit = 1 << privilege.ordinal();
        long now = asking.generation();
        if (asking != identity || about != collection || now != generation) {
            identity = asking;
            collection = about;
            generation = now;
            granted = 0;
        }
        if ((granted & bit) != 0) {
            return true;
        }
        boolean isAllowed = asking.may(privilege, about.bucket().name(), about.scope(), about.name());
        if (isAllowed) {
            granted |= bit;
        }
        return isAllowed;
    }
}
