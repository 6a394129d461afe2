package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The routes of settings for all collections of a face. */
final class SettingsRoutes {
    private final Map<String, FaceDocuments> faces;

    SettingsRoutes(AdminServices services) {
        this.faces = services.documents();
    }

    HttpResponse show(HttpRequest request) {
        return ApiAnswers.json(
                200, new TreeMap<>(DocumentRoutes.face(faces, request).settings()));
    }

    HttpResponse set(HttpRequest request) {
        ApiAnswers.requireObject(request);
        Map<String, String> values = new HashMap<>();
        for (String name : ApiAnswers.names(request)) {
            values.put(
                    name,
                    ApiAnswers.scalar(request, name)
                            .orElseThrow(
                                    () -> AdminException.badRequest(name + " is neither a number nor true or false")));
        }
        DocumentRoutes.face(faces, request).set(values);
        return show(request);
    }
}
