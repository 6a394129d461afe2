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
    private static final Set<String> OF_TOKENS = Set.of("validFor");
    private static final long TOKEN_SECONDS = 3_600;

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

    record KeyList(List<FaceUsers.AccountKey> items) {}

    record TokenList(List<FaceUsers.AccessToken> items) {}

    HttpResponse keys(HttpRequest request) {
        return ApiAnswers.json(200, new KeyList(face(request).keys()));
    }

    HttpResponse tokens(HttpRequest request) {
        SchemaRoutes.requireKnown(request, OF_TOKENS);
        String validFor = SchemaRoutes.text(request, "validFor");
        long seconds = validFor == null ? TOKEN_SECONDS : SchemaRoutes.seconds("validFor", validFor);
        int most = (int) Math.min(seconds, Integer.MAX_VALUE);
        return ApiAnswers.json(200, new TokenList(face(request).tokens(request.parameter("name"), most)));
    }

    private FaceUsers face(HttpRequest request) {
        String name = request.parameter("face");
        FaceUsers face = faces.get(name);
        if (face == null) {
            throw AdminException.conflict("the " + name + " face is off");
        }
        return face;
    }
}
