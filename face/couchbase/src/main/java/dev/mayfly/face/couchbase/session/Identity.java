package dev.mayfly.face.couchbase.session;

/** A user that has logged in, and its permissions. Asked anew for each request, so it sees roles that have changed. */
public interface Identity {
    String name();

    /** Returns another number whenever the permissions may have changed; always the same where they never do. */
    default long generation() {
        return 0;
    }

    /** Returns whether the user has any business in a bucket; a user without may not select it. */
    boolean mayEnter(String bucket);

    /** Returns whether the user may do this in every collection of the bucket. */
    boolean may(Privilege privilege, String bucket);

    /** Returns whether the user may do this in one collection. */
    default boolean may(Privilege privilege, String bucket, String scope, String collection) {
        return may(privilege, bucket);
    }
}
