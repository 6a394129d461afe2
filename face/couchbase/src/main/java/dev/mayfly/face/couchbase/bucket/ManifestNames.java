package dev.mayfly.face.couchbase.bucket;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules for the names of scopes and collections. */
public final class ManifestNames {
    private static final int NAME_MAX = 251;
    private static final Pattern NAME = Pattern.compile("[0-9A-Za-z_%\\-]+");

    private ManifestNames() {}

    /**
     * Returns the fault of a name, or null.
     *
     * @param special accepts names with a start that is otherwise forbidden
     */
    public static @Nullable String fault(@Nullable String name, Predicate<String> special) {
        if (name == null) {
            return "The value must be supplied";
        }
        if (name.isEmpty() || name.length() > NAME_MAX) {
            return "Name length (" + name.length() + ") must be in the range from 1 to " + NAME_MAX + ", inclusive";
        }
        if (!NAME.matcher(name).matches()) {
            return "Can only contain characters A-Z, a-z, 0-9 and the following symbols _ - %";
        }
        boolean isSpecial = name.charAt(0) == '_' || name.charAt(0) == '%';
        return isSpecial && !special.test(name) ? "First character must not be _ or %" : null;
    }
}
