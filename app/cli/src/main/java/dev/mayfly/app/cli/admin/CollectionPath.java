package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The path of one collection of one face. */
public record CollectionPath(String face, String database, String collection) {
    public static CollectionPath of(JsonNode view) {
        return new CollectionPath(
                view.path("face").asString(""),
                view.path("database").asString(""),
                view.path("collection").asString(""));
    }

    /** Parses {@code FACE/DB/COLL}; returns null for any other form. */
    static @Nullable CollectionPath exact(String text) {
        String[] steps = text.split("/", -1);
        boolean isWhole = steps.length == 3 && !steps[0].isEmpty() && !steps[1].isEmpty() && !steps[2].isEmpty();
        return isWhole ? new CollectionPath(steps[0], steps[1], steps[2]) : null;
    }

    /** Split at its first dot. */
    static CollectionPath dotted(String face, String text) {
        int dot = text.indexOf('.');
        if (dot <= 0 || dot == text.length() - 1) {
            throw new CommandFailure(ExitCode.USAGE, "name the collection as DB.COLL or FACE/DB/COLL, not " + text);
        }
        return new CollectionPath(face, text.substring(0, dot), text.substring(dot + 1));
    }

    /** Its place in the admin API, with what is below it. */
    public UrlQuery at(String below) {
        return new UrlQuery("/api/v1/collections/" + UrlQuery.encoded(face) + "/" + UrlQuery.encoded(database) + "/"
                + UrlQuery.encoded(collection) + below);
    }

    /** The place of one of its documents. */
    public UrlQuery document(String id, String below) {
        return at("/documents/" + UrlQuery.encoded(id) + below);
    }

    public String dotted() {
        return database + "." + collection;
    }

    /** Returns the form that routes for all collections take. */
    @Override
    public String toString() {
        return face + "/" + database + "/" + collection;
    }
}
