package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One collection of one face. */
public record CollectionPath(String face, String database, String collection) {
    public static CollectionPath of(JsonNode view) {
        return new CollectionPath(
                view.path("face").asString(""),
                view.path("database").asString(""),
                view.path("collection").asString(""));
    }

    /** As people write it: {@code FACE/DB/COLL}, or nothing if it is not written so. */
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
    public Query at(String below) {
        return new Query("/api/v1/collections/" + Query.encoded(face) + "/" + Query.encoded(database) + "/"
                + Query.encoded(collection) + below);
    }

    /** The place of one of its documents. */
    public Query document(String id, String below) {
        return at("/documents/" + Query.encoded(id) + below);
    }

    public String dotted() {
        return database + "." + collection;
    }

    /** As the routes that are of all collections take it. */
    @Override
    public String toString() {
        return face + "/" + database + "/" + collection;
    }
}
