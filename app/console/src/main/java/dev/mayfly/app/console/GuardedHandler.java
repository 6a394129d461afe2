package dev.mayfly.app.console;

import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Asks the doorman, refuses what the route does not know, does the work, and words what comes of it. */
final class GuardedHandler implements HttpHandler {
    /** What the audit calls the admin face. */
    private static final String WAY = "admin";

    private final Doorman doorman;
    private final Role needed;
    private final Set<String> parameters;
    private final Function<HttpRequest, HttpResponse> work;

    /**
     * @param needed what a user must be who asks for this
     * @param parameters of the query that the work knows
     */
    GuardedHandler(Doorman doorman, Role needed, Set<String> parameters, Function<HttpRequest, HttpResponse> work) {
        this.doorman = doorman;
        this.needed = needed;
        this.parameters = Set.copyOf(parameters);
        this.work = work;
    }

    Role needed() {
        return needed;
    }

    Set<String> parameters() {
        return parameters;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        try {
            String name = doorman.admit(request, needed);
            refuseUnknown(request);
            return new Actor(WAY, name == null ? Actor.NOBODY : name).call(() -> work.apply(request));
        } catch (EngineException failure) {
            return answer(AdminErrors.of(failure.error()));
        } catch (AdminException refusal) {
            return answer(refusal);
        }
    }

    private void refuseUnknown(HttpRequest request) {
        for (String name : request.query().keySet()) {
            if (!parameters.contains(name)) {
                String known = parameters.isEmpty()
                        ? "it takes none"
                        : "it takes " + String.join(", ", new TreeSet<>(parameters));
                throw AdminException.badRequest("unknown parameter \"" + name + "\"; " + known);
            }
        }
    }

    private static HttpResponse answer(AdminException refusal) {
        HttpResponse response = Answers.error(refusal.status(), refusal.code(), refusal.text());
        return refusal.status() == 401
                ? response.with("WWW-Authenticate", "Basic realm=\"mayfly\", charset=\"UTF-8\"")
                : response;
    }
}
