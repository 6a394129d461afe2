package dev.mayfly.app.cli.admin;

import org.jspecify.annotations.Nullable;

/** The path of one database of one face; a bucket is one. */
public record DatabasePath(String face, String database) {
    /** Parses {@code FACE/DB}; returns null for any other form. */
    public static @Nullable DatabasePath exact(String text) {
        String[] steps = text.split("/", -1);
        return steps.length == 2 ? new DatabasePath(steps[0], steps[1]) : null;
    }

    /** Its place in the admin API. */
    public String address() {
        return "/api/v1/databases/" + UrlQuery.encoded(face) + "/" + UrlQuery.encoded(database);
    }
}
