package dev.mayfly.face.couchbase.access;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A role as granted.
 *
 * @param bucket the bucket it is granted for, or null for all
 * @param scope the scope it is granted for, or null for all
 * @param collection the collection it is granted for, or null for all
 */
public record Grant(
        RoleDefinition role,
        @Nullable String bucket,
        @Nullable String scope,
        @Nullable String collection) {
    private static final String ALL = "*";

    boolean allows(Permission asked) {
        for (RoleRule rule : role.rules()) {
            if (rule.concerns(this, asked)) {
                return rule.allows(asked.operation());
            }
        }
        return false;
    }

    /** Reads the form of clients, such as {@code data_reader[b:s:c]}; null if it is malformed. */
    public static @Nullable Grant parse(String text) {
        int open = text.indexOf('[');
        RoleDefinition role = RoleDefinitions.find(open < 0 ? text : text.substring(0, open));
        if (role == null) {
            return null;
        }
        if (open < 0) {
            return role.parameters() == 0 ? new Grant(role, null, null, null) : null;
        }
        if (!text.endsWith("]") || role.parameters() == 0) {
            return null;
        }
        List<String> parts = List.of(text.substring(open + 1, text.length() - 1).split(":", -1));
        if (parts.size() > role.parameters() || parts.contains("")) {
            return null;
        }
        Grant grant = new Grant(role, part(parts, 0), part(parts, 1), part(parts, 2));
        return grant.isWellFormed() ? grant : null;
    }

    private static @Nullable String part(List<String> parts, int index) {
        return index >= parts.size() || parts.get(index).equals(ALL) ? null : parts.get(index);
    }

    /** Returns whether nothing is named below a null, which stands for all. */
    private boolean isWellFormed() {
        return !(bucket == null && scope != null) && !(scope == null && collection != null);
    }

    /** Returns the form of clients. */
    public String text() {
        if (role.parameters() == 0) {
            return role.name();
        }
        StringBuilder text = new StringBuilder(role.name()).append('[').append(shown(bucket));
        if (scope != null) {
            text.append(':').append(scope);
        }
        if (collection != null) {
            text.append(':').append(collection);
        }
        return text.append(']').toString();
    }

    /** Returns a name or a star. */
    public static String shown(@Nullable String name) {
        return name == null ? ALL : name;
    }
}
