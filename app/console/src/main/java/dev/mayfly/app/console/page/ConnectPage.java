package dev.mayfly.app.console.page;

import java.util.List;

/** What a person pastes to connect. */
final class ConnectPage {
    Html show(Visit visit) {
        Facts status = visit.api().get("/api/v1/status").required();
        // Where nobody logs in, what was installed stands: the password that the server's first words tell, too.
        String password = visit.session().name() == null ? "password" : "PASSWORD";
        List<Snippets.Group> groups = status.list("faces").stream()
                .map(face -> Snippets.of(face, password))
                .toList();
        Frame frame = Frame.of(visit, "Connect", "connect");
        return out -> JteconnectGenerated.render(out, NoInterceptor.INSTANCE, frame, groups);
    }
}
