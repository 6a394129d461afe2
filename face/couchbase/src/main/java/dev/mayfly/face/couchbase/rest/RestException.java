package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;

/** A request is refused with this answer. */
public final class RestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient HttpResponse response;

    public RestException(HttpResponse response) {
        super("status " + response.status(), null, false, false);
        this.response = response;
    }

    /** A value of the request is wrong. */
    static RestException invalid(String name, String text) {
        return new RestException(RestReply.errors(400, Map.of(name, text)));
    }

    public HttpResponse response() {
        return response;
    }
}
