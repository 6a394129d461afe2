package dev.mayfly.face.couchbase.access;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One operation on one object of the cluster.
 *
 * @param bucket in which the object lies, {@link #ANY}, or null if it lies in none
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
    /** The name for any bucket, scope or collection: such a permission suffices wherever it is held. */
    public static final String ANY = ".";

    private static final Pattern FORM =
            Pattern.compile("cluster(?:\\.(bucket|scope|collection)\\[([^\\]]*)\\])?(?:\\.([a-z0-9_.]+))?!([a-z_]+)");

    public static Permission cluster(String path, String operation) {
        return new Permission(null, null, null, path, operation);
    }

    public static Permission bucket(String bucket, String path, String operation) {
        return new Permission(bucket, null, null, path, operation);
    }

    public static Permission collection(String bucket, String scope, String collection, String path, String operation) {
        return new Permission(bucket, scope, collection, path, operation);
    }

    /** Reads the form of {@link #toString}; null if it is malformed. */
    public static @Nullable Permission parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String path = Objects.requireNonNullElse(matcher.group(3), "");
        String operation = Objects.requireNonNull(matcher.group(4));
        String kind = matcher.group(1);
        String inside = matcher.group(2);
        if (kind == null || inside == null) {
            return cluster(path, operation);
        }
        String[] names = inside.split(":", -1);
        return switch (kind) {
            case "bucket" -> names.length == 1 ? bucket(named(names[0]), path, operation) : null;
            case "scope" ->
                names.length == 2 ? collection(named(names[0]), named(names[1]), ANY, path, operation) : null;
            default ->
                names.length == 3
                        ? collection(named(names[0]), named(names[1]), named(names[2]), path, operation)
                        : null;
        };
    }

    private static String named(String name) {
        return name.isEmpty() ? ANY : name;
    }

    /** Returns the form of the server, such as {@code cluster.bucket[b].settings!read}. */
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
