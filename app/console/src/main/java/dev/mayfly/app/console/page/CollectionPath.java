package dev.mayfly.app.console.page;

import dev.mayfly.face.transport.http.HttpRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The path of a collection. */
record CollectionPath(String face, String database, String collection) {
    static CollectionPath of(HttpRequest request) {
        return new CollectionPath(
                request.parameter("face"), request.parameter("database"), request.parameter("collection"));
    }

    static CollectionPath of(Facts facts) {
        return new CollectionPath(facts.text("face"), facts.text("database"), facts.text("collection"));
    }

    /** Parses the result of {@link #name}; a name of a collection may have slashes, the others have none. */
    static CollectionPath named(String name) {
        String[] parts = name.split("/", 3);
        if (parts.length < 3) {
            throw new PageException(400, name + " is not a face, a database and a collection");
        }
        return new CollectionPath(parts[0], parts[1], parts[2]);
    }

    String api() {
        return "/api/v1/collections/" + path();
    }

    String page() {
        return "/console/collections/" + path();
    }

    private String path() {
        return encoded(face) + "/" + encoded(database) + "/" + encoded(collection);
    }

    /** Returns its name among all collections. */
    String name() {
        return face + "/" + database + "/" + collection;
    }

    /** Returns its name among those of its face. */
    String shortName() {
        return database + "." + collection;
    }

    /** Encodes one part of a path. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
