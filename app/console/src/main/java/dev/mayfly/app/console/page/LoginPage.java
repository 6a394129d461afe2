package dev.mayfly.app.console.page;

import dev.mayfly.app.console.Doorman;
import dev.mayfly.app.console.Sessions;
import dev.mayfly.app.console.Sessions.Session;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.Map;

/** Where one logs in, and out again. */
final class LoginPage {
    private static final String HOME = "/";

    private final Pages pages;
    private final Doorman doorman;

    LoginPage(Pages pages, Doorman doorman) {
        this.pages = pages;
        this.doorman = doorman;
    }

    HttpResponse show(HttpRequest request) {
        if (doorman.isOpen()) {
            return to(HOME);
        }
        Session known = doorman.sessions().of(request);
        Session session = known == null ? doorman.sessions().anonymous() : known;
        String next = request.queryValue("next");
        return Sessions.withCookie(
                form(pages.visit(request, session), next == null ? HOME : next, ""), request, session);
    }

    HttpResponse enter(HttpRequest request) {
        Session before = doorman.sessions().of(request);
        if (before == null) {
            return to(Pages.LOGIN);
        }
        Visit visit = pages.visit(request, before);
        try {
            Map<String, String> fields = visit.form();
            Pages.requireToken(visit, fields.get("token"));
            String next = fields.getOrDefault("next", HOME);
            Doorman.Login login =
                    doorman.login(request, fields.getOrDefault("name", ""), fields.getOrDefault("password", ""));
            Session session = login.session();
            if (session == null) {
                return form(visit, next, login.refusal());
            }
            doorman.sessions().close(before);
            return Sessions.withCookie(to(next), request, session);
        } catch (PageException refusal) {
            return pages.refused(visit, refusal);
        }
    }

    HttpResponse leave(HttpRequest request) {
        Session session = doorman.sessions().of(request);
        if (session == null) {
            return to(Pages.LOGIN);
        }
        Visit visit = pages.visit(request, session);
        try {
            Pages.requireToken(visit, visit.form().get("token"));
        } catch (PageException refusal) {
            return pages.refused(visit, refusal);
        }
        doorman.sessions().close(session);
        return Sessions.withoutCookie(to(Pages.LOGIN), request);
    }

    private static HttpResponse form(Visit visit, String next, String refusal) {
        Frame frame = Frame.of(visit, "Log in", "login");
        return Pages.html(
                refusal.isEmpty() ? 200 : 401,
                out -> JteloginGenerated.render(out, NoInterceptor.INSTANCE, frame, next, refusal));
    }

    /** Only to pages of this server: a path with one slash at its beginning. */
    private static HttpResponse to(String path) {
        boolean isOurs =
                path.startsWith("/") && !path.startsWith("//") && path.chars().noneMatch(c -> c < ' ' || c == '\\');
        return Pages.guarded(HttpResponse.of(303).with("Location", isOurs ? path : HOME));
    }
}
