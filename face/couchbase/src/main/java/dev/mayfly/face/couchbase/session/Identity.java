package dev.mayfly.face.couchbase.session;

/** Somebody who has logged in, and what he may do. Asked anew for each request, so it sees roles that have changed. */
public interface Identity {
    String name();

    /** Another number whenever what he may do may have changed; always the same where that never does. */
    default long generation() {
        return 0;
    }

    /** Whether he has any business in a bucket; who has none may not select it. */
    boolean mayEnter(String bucket);

    /** Whether he may do this in every collection of the bucket. */
    boolean may(Privilege privilege, String bucket);

    /** Whether he may do this in one collection. */
    default boolean may(Privilege privilege, String bucket, String scope, String collection) {
        return may(privilege, bucket);
    }
}
