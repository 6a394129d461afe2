package dev.mayfly.app.console;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a request's path and query name, or refuses. */
public final class RequestTarget {
    private final Engine engine;
    private final Map<String, KeyReader> keys;

    public RequestTarget(Engine engine, Map<String, KeyReader> keys) {
        this.engine = engine;
        this.keys = keys;
    }

    public static CollectionName name(HttpRequest request) {
        return new CollectionName(
                request.parameter("face"), request.parameter("database"), request.parameter("collection"));
    }

    /** The name that the parameter {@code collection} says, or null where it is not given. */
    public static @Nullable CollectionName ofCollection(HttpRequest request) {
        String text = request.queryValue("collection");
        if (text == null) {
            return null;
        }
        String[] parts = text.split("/", 3);
        if (parts.length < 3) {
            throw AdminException.badRequest("collection is said as face/database/collection");
        }
        return new CollectionName(parts[0], parts[1], parts[2]);
    }

    public Collection collection(HttpRequest request) {
        CollectionName name = name(request);
        Collection collection = engine.find(name);
        if (collection == null) {
            throw AdminException.notFound("there is no collection " + name);
        }
        return collection;
    }

    public KeyReader keys(CollectionName name) {
        KeyReader reader = keys.get(name.face());
        if (reader == null) {
            throw AdminException.badRequest("documents of " + name.face() + " have no ids that can be written");
        }
        return reader;
    }

    /** The id as the request says it: in its path, or in its query. */
    public static String id(HttpRequest request) {
        String inPath = request.parameters().get("id");
        String id = inPath == null ? request.queryValue("id") : inPath;
        if (id == null || id.isEmpty()) {
            throw AdminException.badRequest("say which document: ?id=ID, strings in quotes");
        }
        return id;
    }

    public DocumentKey key(HttpRequest request) {
        try {
            return keys(name(request)).read(id(request), request.queryValue("partitionKey"));
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the id is not understood: " + wrong.getMessage());
        }
    }

    /** Returns the refusal of a request for a document that does not exist. */
    public AdminException missing(HttpRequest request, @Nullable String more) {
        String what = "there is no document " + id(request) + " in " + name(request);
        return AdminException.notFound(more == null ? what : what + more);
    }
}
