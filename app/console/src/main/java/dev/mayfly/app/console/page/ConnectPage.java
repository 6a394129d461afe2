package dev.mayfly.app.console.page;

import java.util.List;

/** What a person pastes to connect. */
final class ConnectPage {
    Html show(Visit visit) {
        Facts status = visit.api().get("/api/v1/status").required();
        List<Snippets.Group> groups =
                status.list("faces").stream().map(Snippets::of).toList();
        Frame frame = Frame.of(visit, "Connect", "connect");
        return out -> JteconnectGenerated.render(out, NoInterceptor.INSTANCE, frame, groups);
    }
}
