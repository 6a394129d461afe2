package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.error.CouchbaseErrors;
import dev.mayfly.face.couchbase.error.FailureAnswer;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles every request to the management service: login, route, permission and answer. */
public final class ManagementHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ManagementHandler.class);

    /** The name of this service in the audit of policies. */
    private static final String WAY = "couchbase management";

    private final RestRoutes routes;
    private final BasicLogin login;

    public ManagementHandler(RestRoutes routes, BasicLogin login) {
        this.routes = routes;
        this.login = login;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        HttpResponse response;
        try {
            response = answer(request);
        } catch (RestException refusal) {
            response = refusal.response();
        } catch (BucketException refusal) {
            response = RestReply.error(refusal.kind().status(), "_", refusal.text());
        } catch (EngineException failure) {
            FailureAnswer answer = CouchbaseErrors.of(failure.error());
            response = RestReply.error(answer.httpStatus(), "_", answer.words());
        } catch (ConnectionClosedException closed) {
            throw closed;
        } catch (RuntimeException mistake) {
            LOG.error("{} {} failed", request.method(), request.rawPath(), mistake);
            response = RestReply.text(500, "Unexpected server error, request logged.");
        }
        return response.with("Server", "Couchbase Server")
                .with("Cache-Control", "no-cache,no-store,must-revalidate")
                .with("X-Content-Type-Options", "nosniff");
    }

    private HttpResponse answer(HttpRequest request) {
        InetAddress from = request.connection().peer().getAddress();
        Caller caller = login.check(request.field("Authorization"), from);
        if (caller == null) {
            return RestReply.unauthorized();
        }
        request.connection().loggedIn();
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        RestRoutes.Found found = routes.find(method, request.rawPath());
        if (found == null) {
            return missing(request);
        }
        Permission needed = needed(found);
        if (needed != null && !caller.may(needed)) {
            return RestReply.forbidden(needed);
        }
        RestCall call = new RestCall(request, caller, found.parameters());
        return new Actor(WAY, caller.name()).call(() -> found.route().action().answer(call));
    }

    private static @Nullable Permission needed(RestRoutes.Found found) {
        return found.route().need().apply(found.parameters());
    }

    private HttpResponse missing(HttpRequest request) {
        String allowed = String.join(", ", routes.methods(request.rawPath()));
        return allowed.isEmpty()
                ? RestReply.notFound()
                : RestReply.text(405, "Method Not Allowed").with("Allow", allowed);
    }
}
