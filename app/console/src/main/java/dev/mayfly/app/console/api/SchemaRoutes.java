package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceSchemas.CollectionDraft;
import dev.mayfly.face.api.FaceSchemas.DatabaseDraft;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The routes that list, make and drop databases and collections. */
final class SchemaRoutes {
    private static final int SHARDS_MAX = 1_024;
    private static final Set<String> OF_DATABASE = Set.of("ttl", "quotaMiB", "ephemeral");
    private static final Set<String> OF_COLLECTION = Set.of("ttl", "ttlField", "partitionKey", "shards");

    private final Engine engine;
    private final RequestTarget finder;
    private final Map<String, FaceSchemas> faces;

    SchemaRoutes(AdminServices services) {
        this.engine = services.engine();
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.schemas();
    }

    /**
     * A database.
     *
     * @param collections the number of its collections
     */
    record DatabaseView(String face, String database, int collections) {
        String position() {
            return face + '\0' + database;
        }
    }

    record MadeView(String name, boolean created) {}

    record DroppedView(String name, boolean dropped) {}

    HttpResponse databases(HttpRequest request) {
        String wanted = request.queryValue("face");
        List<DatabaseView> all = new ArrayList<>();
        new TreeMap<>(faces).forEach((face, schemas) -> {
            if (wanted == null || wanted.equals(face)) {
                for (String name : schemas.databases()) {
                    all.add(new DatabaseView(face, name, collections(face, name)));
                }
            }
        });
        all.sort(Comparator.comparing(DatabaseView::position));
        return ApiAnswers.json(200, Page.of(all, Page.Wanted.of(request), DatabaseView::position));
    }

    private int collections(String face, String database) {
        return (int) engine.collections(face).stream()
                .filter(each -> each.name().database().equals(database))
                .count();
    }

    HttpResponse createDatabase(HttpRequest request) {
        requireKnown(request, OF_DATABASE);
        String name = request.parameter("database");
        FaceSchemas face = face(request);
        if (face.databases().contains(name)) {
            throw AdminException.conflict("there is a database " + name + " already");
        }
        face.createDatabase(new DatabaseDraft(
                name, seconds(request), number(request, "quotaMiB"), ApiAnswers.flag(request, "ephemeral")));
        return ApiAnswers.json(201, new MadeView(request.parameter("face") + "/" + name, true));
    }

    HttpResponse dropDatabase(HttpRequest request) {
        String name = request.parameter("database");
        FaceSchemas face = face(request);
        if (!face.databases().contains(name)) {
            throw AdminException.notFound("there is no database " + name);
        }
        face.dropDatabase(name);
        return ApiAnswers.json(200, new DroppedView(request.parameter("face") + "/" + name, true));
    }

    HttpResponse createCollection(HttpRequest request) {
        requireKnown(request, OF_COLLECTION);
        CollectionName name = RequestTarget.name(request);
        FaceSchemas face = face(request);
        if (engine.find(name) != null) {
            throw AdminException.conflict("there is a collection " + CollectionNames.text(name) + " already");
        }
        face.createCollection(new CollectionDraft(
                name,
                seconds(request),
                text(request, "ttlField"),
                ApiAnswers.texts(request, "partitionKey"),
                number(request, "shards")));
        return ApiAnswers.json(201, new MadeView(CollectionNames.text(name), true));
    }

    HttpResponse dropCollection(HttpRequest request) {
        Collection collection = finder.collection(request);
        face(request).dropCollection(collection);
        return ApiAnswers.json(200, new DroppedView(CollectionNames.text(collection.name()), true));
    }

    private FaceSchemas face(HttpRequest request) {
        return face(faces, request);
    }

    static FaceSchemas face(Map<String, FaceSchemas> faces, HttpRequest request) {
        FaceSchemas face = faces.get(request.parameter("face"));
        if (face == null) {
            throw AdminException.conflict(
                    "the " + request.parameter("face") + " face is off, and only it knows what it may have");
        }
        return face;
    }

    /** An empty body asks for what is usual. */
    static void requireKnown(HttpRequest request, Set<String> known) {
        if (request.body().length == 0) {
            return;
        }
        ApiAnswers.requireObject(request);
        for (String name : ApiAnswers.names(request)) {
            if (!known.contains(name)) {
                throw AdminException.badRequest("there is no " + name + " here, but "
                        + String.join(", ", known.stream().sorted().toList()));
            }
        }
    }

    /** Returns the time to live in seconds: null for off. */
    private static @Nullable Long seconds(HttpRequest request) {
        String ttl = text(request, "ttl");
        if (ttl == null || ttl.equals("off")) {
            return null;
        }
        return ttl.equals("none") ? Long.valueOf(FaceSchemas.OWN_LIFETIMES) : seconds("ttl", ttl);
    }

    static Long seconds(String name, String text) {
        try {
            return Times.duration(text).toSeconds();
        } catch (DateTimeException | ArithmeticException wrong) {
            throw AdminException.badRequest(name + ": " + wrong.getMessage());
        }
    }

    static @Nullable String text(HttpRequest request, String name) {
        String text = ApiAnswers.argument(request, name).orElse("");
        return text.isBlank() ? null : text.strip();
    }

    private static @Nullable Integer number(HttpRequest request, String name) {
        String text = text(request, name);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && (number <= SHARDS_MAX || !name.equals("shards"))) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw AdminException.badRequest(
                name.equals("shards") ? "shards is a number from 1 to " + SHARDS_MAX : name + " is a number of MiB");
    }
}
