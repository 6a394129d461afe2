package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.AdminAuthenticator;
import dev.mayfly.app.console.auth.ConsoleSessions;
import dev.mayfly.app.console.auth.ConsoleSessions.Session;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.Router;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.Utf8ByteOutput;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns what draws a page into what answers a request: finds the visitor's session, and words what goes wrong. */
final class Pages {
    static final String LOGIN = "/console/login";

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final Router routes;
    private final AdminAuthenticator authenticator;
    private final Assets assets;

    Pages(Router routes, AdminAuthenticator authenticator, Assets assets) {
        this.routes = routes;
        this.authenticator = authenticator;
        this.assets = assets;
    }

    /** Returns a page that every admitted visitor may see; the API decides what it shows. */
    HttpHandler page(Function<Visit, Html> work) {
        return request -> {
            Session known = authenticator.sessions().of(request);
            if (known == null && authenticator.isOpen()) {
                Session fresh = authenticator.sessions().anonymous();
                return ConsoleSessions.withCookie(answer(visit(request, fresh), work), request, fresh);
            }
            if (known == null || !authenticator.knows(known)) {
                return toLogin(request);
            }
            return answer(visit(request, known), work);
        };
    }

    /** As {@link #page}, for POST requests: only the console's own pages know the token that they need. */
    HttpHandler posted(Function<Visit, Html> work) {
        return page(visit -> {
            requireToken(visit, visit.request().field(ConsoleSessions.TOKEN_FIELD));
            return work.apply(visit);
        });
    }

    static void requireToken(Visit visit, @Nullable String token) {
        if (!ConsoleSessions.isToken(visit.session(), token)) {
            throw new PageException(
                    403, "this form is not from a page of this server, or too old; load the page again");
        }
    }

    Visit visit(HttpRequest request, Session session) {
        return new Visit(request, session, new Api(routes, request, session), assets);
    }

    HttpResponse answer(Visit visit, Function<Visit, Html> work) {
        try {
            return html(200, work.apply(visit));
        } catch (PageException refusal) {
            return refused(visit, refusal);
        }
    }

    HttpResponse refused(Visit visit, PageException refusal) {
        if (refusal.status() == 401) {
            return toLogin(visit.request());
        }
        if (visit.isPart()) {
            // A part that says why is an answer; a browser would complain of other codes in its console.
            int status = refusal.status() == 403 ? 403 : 200;
            return html(status, out -> JtenoticeGenerated.render(out, NoInterceptor.INSTANCE, refusal.text()));
        }
        Frame frame = Frame.of(visit, "Not shown", "");
        return html(
                refusal.status(),
                out -> JtefailureGenerated.render(out, NoInterceptor.INSTANCE, frame, refusal.text()));
    }

    private static HttpResponse toLogin(HttpRequest request) {
        boolean isPart = "true".equals(request.field("HX-Request"));
        String target = LOGIN + "?next=" + CollectionPath.encoded(request.rawPath());
        return isPart
                ? guarded(HttpResponse.of(204).with("HX-Redirect", LOGIN))
                : guarded(HttpResponse.of(303).with("Location", target));
    }

    static HttpResponse html(int status, Html page) {
        Utf8ByteOutput bytes = new Utf8ByteOutput();
        page.writeTo(new OwaspHtmlTemplateOutput(bytes));
        return guarded(HttpResponse.of(status).withBody("text/html; charset=utf-8", bytes.toByteArray()));
    }

    /** Adds the fields that keep a browser from running, framing or storing what it should not. */
    static HttpResponse guarded(HttpResponse response) {
        return response.with("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "same-origin")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .with("Cache-Control", "no-store");
    }
}
