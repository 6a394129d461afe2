package dev.mayfly.app.console.auth;

import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.error.WouldExpireException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.base.clock.SystemClock;
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

/** Authenticates a request, refuses parameters that the route does not know, does the work, and words the answer. */
public final class GuardedHandler implements HttpHandler {
    /** The audit's name of the admin face. */
    private static final String WAY = "admin";

    private final AdminAuthenticator authenticator;
    private final RequestMemoryPool memory;
    private final AdminRole needed;
    private final Set<String> parameters;
    private final Function<HttpRequest, HttpResponse> work;

    /**
     * @param memory of which the request takes what it holds
     * @param needed the role that the request needs
     * @param parameters of the query that the work knows
     */
    public GuardedHandler(
            AdminAuthenticator authenticator,
            RequestMemoryPool memory,
            AdminRole needed,
            Set<String> parameters,
            Function<HttpRequest, HttpResponse> work) {
        this.authenticator = authenticator;
        this.memory = memory;
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

    /** A change is not broken off because nobody waits for its answer; what looks long has a guard of its own within. */
    private HttpResponse counted(HttpRequest request) {
        try (AdminGuard guard = new AdminGuard(memory, SystemClock.INSTANCE, AdminGuard.UNLIMITED, () -> true)) {
            return guard.during(() -> work.apply(request));
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
        HttpResponse response = ApiAnswers.error(refusal.status(), refusal.code(), refusal.text());
        return refusal.status() == 401
                ? response.with("WWW-Authenticate", "Basic realm=\"mayfly\", charset=\"UTF-8\"")
                : response;
    }
}
