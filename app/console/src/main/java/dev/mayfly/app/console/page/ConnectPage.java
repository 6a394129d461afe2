package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.List;
import java.util.Map;

/** The page of connection strings to paste. */
final class ConnectPage {
    private final Map<String, FaceDefinitions> definitions;

    ConnectPage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    Html show(Visit visit) {
        Facts status = visit.api().get("/api/v1/status").required();
        // Without logins the installed password applies, which the server also prints at its start.
        String password = visit.session().name() == null ? "password" : "PASSWORD";
        List<Snippets.Group> groups = status.list("faces").stream()
                .map(face -> Snippets.of(face, definitions.get(face.text("face")), password))
                .toList();
        Frame frame = Frame.of(visit, "Connect", "connect");
        return out -> JteconnectGenerated.render(out, NoInterceptor.INSTANCE, frame, groups);
    }
}
