package dev.mayfly.face.couchbase.access;

import org.jspecify.annotations.Nullable;

/**
 * One operation on one object of the cluster.
 *
 * @param bucket in which the object lies, {@link #ANY} for whichever, or null for what lies in none
 * @param scope in which it lies, {@link #ANY}, or null for the whole bucket
 * @param collection as the scope
 * @param path of the object, its parts with dots between them
 */
public record Permission(
        @Nullable String bucket,
        @Nullable String scope,
        @Nullable String collection,
        String path,
        String operation) {
    /** Is enough wherever it is held. */
    public static final String ANY = ".";

    public static Permission cluster(String path, String operation) {
        return new Permission(null, null, null, path, operation);
    }

    public static Permission bucket(String bucket, String path, String operation) {
        return new Permission(bucket, null, null, path, operation);
    }

    public static Permission collection(
            String bucket, String scope, String collection, String path, String operation) {
        return new Permission(bucket, scope, collection, path, operation);
    }

    /** As the server writes it, such as {@code cluster.bucket[b].settings!read}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("cluster");
        if (collection != null) {
            text.append(".collection[").append(bucket).append(':').append(scope);
            text.append(':').append(collection).append(']');
        } else if (bucket != null) {
            text.append(".bucket[").append(bucket).append(']');
        }
        if (!path.isEmpty()) {
            text.append('.').append(path);
        }
        return text.append('!').append(operation).toString();
    }
}
