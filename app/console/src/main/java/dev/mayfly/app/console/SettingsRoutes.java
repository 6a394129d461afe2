package dev.mayfly.app.console;

import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What is set for all collections of a face. */
final class SettingsRoutes {
    private final Map<String, FaceDocuments> faces;

    SettingsRoutes(AdminServices services) {
        this.faces = services.documents();
    }

    HttpResponse show(HttpRequest request) {
        return Answers.json(200, new TreeMap<>(DocumentRoutes.face(faces, request).settings()));
    }

    HttpResponse set(HttpRequest request) {
        Answers.requireObject(request);
        Map<String, String> values = new HashMap<>();
        for (String name : Answers.names(request)) {
            values.put(
                    name,
                    Answers.scalar(request, name)
                            .orElseThrow(() -> AdminException.badRequest(name + " is neither a number nor true or false")));
        }
        DocumentRoutes.face(faces, request).set(values);
        return show(request);
    }
}
