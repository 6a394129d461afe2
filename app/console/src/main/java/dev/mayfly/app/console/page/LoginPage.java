package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.AdminAuthenticator;
import dev.mayfly.app.console.auth.ConsoleSessions;
import dev.mayfly.app.console.auth.ConsoleSessions.Session;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;

/** The page to log in and out. */
final class LoginPage {
    private static final String HOME = "/";

    private final Pages pages;
    private final AdminAuthenticator authenticator;

    LoginPage(Pages pages, AdminAuthenticator authenticator) {
        this.pages = pages;
        this.authenticator = authenticator;
    }

    HttpResponse show(HttpRequest request) {
        if (authenticator.isOpen()) {
            return to(HOME);
        }
        Session known = authenticator.sessions().of(request);
        Session session = known == null ? authenticator.sessions().anonymous() : known;
        String next = request.queryValue("next");
        return ConsoleSessions.withCookie(
                form(pages.visit(request, session), next == null ? HOME : next, ""), request, session);
    }

    HttpResponse enter(HttpRequest request) {
        Session before = authenticator.sessions().of(request);
        if (before == null) {
            return to(Pages.LOGIN);
        }
        Visit visit = pages.visit(request, before);
        try {
            Map<String, String> fields = visit.form();
            Pages.requireToken(visit, fields.get("token"));
            String next = fields.getOrDefault("next", HOME);
            AdminAuthenticator.Login login =
                    authenticator.login(request, fields.getOrDefault("name", ""), fields.getOrDefault("password", ""));
            Session session = login.session();
            if (session == null) {
                return form(visit, next, login.refusal());
            }
            authenticator.sessions().close(before);
            return ConsoleSessions.withCookie(to(next), request, session);
        } catch (PageException refusal) {
            return pages.refused(visit, refusal);
        }
    }

    HttpResponse leave(HttpRequest request) {
        Session session = authenticator.sessions().of(request);
        if (session == null) {
            return to(Pages.LOGIN);
        }
        Visit visit = pages.visit(request, session);
        try {
            Pages.requireToken(visit, visit.form().get("token"));
        } catch (PageException refusal) {
            return pages.refused(visit, refusal);
        }
        authenticator.sessions().close(session);
        return ConsoleSessions.withoutCookie(to(Pages.LOGIN), request);
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
