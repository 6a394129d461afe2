package dev.mayfly.app.console.auth;

import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.error.WouldExpireException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Authenticates a request, refuses parameters that the route does not know, does the work, and words the answer. A GET ends
 * when it has run for a minute, or when its client has disconnected; a change runs to its end.
 */
public final class GuardedHandler implements HttpHandler {
    /** Limit on the run time of a request that only reads; a streamed answer is sent after it and has limits of its own. */
    static final int READ_MILLIS_MAX = 60_000;

    /** The audit's name of the admin face. */
    private static final String WAY = "admin";

    private final AdminAuthenticator authenticator;
    private final RequestMemoryPool memory;
    private final Clock machine;
    private final AdminRole needed;
    private final Set<String> parameters;
    private final Function<HttpRequest, HttpResponse> work;

    /**
     * @param memory of which the request takes what it holds
     * @param machine the machine's clock, which times requests
     * @param needed the role that the request needs
     * @param parameters of the query that the work knows
     */
    public GuardedHandler(
            AdminAuthenticator authenticator,
            RequestMemoryPool memory,
            Clock machine,
            AdminRole needed,
            Set<String> parameters,
            Function<HttpRequest, HttpResponse> work) {
        this.authenticator = authenticator;
        this.memory = memory;
        this.machine = machine;
        this.needed = needed;
        this.parameters = Set.copyOf(parameters);
        this.work = work;
    }

    AdminRole needed() {
        return needed;
    }

    Set<String> parameters() {
        return parameters;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        try {
            String name = authenticator.admit(request, needed);
            refuseUnknown(request);
            return new Actor(WAY, name == null ? Actor.NOBODY : name).call(() -> counted(request));
        } catch (EngineException failure) {
            return answer(AdminErrors.of(failure.error()));
        } catch (WouldExpireException refusal) {
            return ApiAnswers.error(409, refusal.code(), refusal.text(), Map.of("dryRun", refusal.dryRun()));
        } catch (MemoryLimitExceeded exceeded) {
            return answer(AdminErrors.of(exceeded));
        } catch (FaceRefusal refusal) {
            return answer(AdminErrors.of(refusal));
        } catch (AdminException refusal) {
            return answer(refusal);
        }
    }

    private HttpResponse counted(HttpRequest request) {
        try (AdminGuard guard = guard(request)) {
            return guard.during(() -> work.apply(request));
        }
    }

    /** A change is not broken off because its client has left. */
    private AdminGuard guard(HttpRequest request) {
        return request.method().equals("GET")
                ? new AdminGuard(memory, machine, READ_MILLIS_MAX, request.connection()::isOpen)
                : new AdminGuard(memory, machine, AdminGuard.UNLIMITED, () -> true);
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
        HttpResponse response = ApiAnswers.error(refusal.status(), refusal.code(), refusal.text());
        return refusal.status() == 401
                ? response.with("WWW-Authenticate", "Basic realm=\"mayfly\", charset=\"UTF-8\"")
                : response;
    }
}
