package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.ServerFacts;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.api.FaceUsers.FaceUser;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The routes of the users of a face, and of the settings of the server. */
final class UserRoutes {
    private static final Set<String> OF_USER = Set.of("password", "roles");

    private final Map<String, FaceUsers> faces;
    private final List<ServerFacts.SettingFacts> settings;

    UserRoutes(AdminServices services) {
        this.faces = services.users();
        this.settings = services.facts().settings();
    }

    record SettingList(List<ServerFacts.SettingFacts> items) {}

    /** Tells each setting and what says so; passwords and keys are no settings. */
    HttpResponse settings() {
        return ApiAnswers.json(200, new SettingList(settings));
    }

    record RemovedView(String name, boolean removed) {}

    HttpResponse list(HttpRequest request) {
        return ApiAnswers.json(200, Page.of(face(request).users(), Page.Wanted.of(request), FaceUser::name));
    }

    HttpResponse put(HttpRequest request) {
        SchemaRoutes.requireKnown(request, OF_USER);
        String name = request.parameter("name");
        FaceUsers face = face(request);
        boolean isNew = face.users().stream().noneMatch(user -> user.name().equals(name));
        List<String> roles = ApiAnswers.texts(request, "roles");
        if (roles.isEmpty()) {
            throw AdminException.badRequest("say what the user may: {\"password\": \"...\", \"roles\": [\"...\"]}");
        }
        FaceUser user = new FaceUser(name, roles);
        face.put(user, SchemaRoutes.text(request, "password"));
        return ApiAnswers.json(isNew ? 201 : 200, user);
    }

    HttpResponse remove(HttpRequest request) {
        String name = request.parameter("name");
        if (!face(request).remove(name)) {
            throw AdminException.notFound("there is no user " + name);
        }
        return ApiAnswers.json(200, new RemovedView(name, true));
    }

    private FaceUsers face(HttpRequest request) {
        String name = request.parameter("face");
        FaceUsers face = faces.get(name);
        if (face == null) {
            throw AdminException.conflict(
                    "the " + name + " face is off, or knows keys of the configuration and no users");
        }
        return face;
    }
}
