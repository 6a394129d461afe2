package dev.mayfly.app.console;

import dev.mayfly.engine.EngineException;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.function.Function;

/** Asks the doorman, does the work, and words what comes of it. */
final class GuardedHandler implements HttpHandler {
    private final Doorman doorman;
    private final boolean changes;
    private final Function<HttpRequest, HttpResponse> work;

    /** @param changes whether the work changes anything */
    GuardedHandler(Doorman doorman, boolean changes, Function<HttpRequest, HttpResponse> work) {
        this.doorman = doorman;
        this.changes = changes;
        this.work = work;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        try {
            doorman.admit(request, changes);
            return work.apply(request);
        } catch (EngineException failure) {
            return answer(AdminErrors.of(failure.error()));
        } catch (AdminException refusal) {
            return answer(refusal);
        }
    }

    private static HttpResponse answer(AdminException refusal) {
        HttpResponse response = Answers.error(refusal.status(), refusal.code(), refusal.text());
        return refusal.status() == 401
                ? response.with("WWW-Authenticate", "Basic realm=\"mayfly\", charset=\"UTF-8\"")
                : response;
    }
}
