package dev.mayfly.face.transport;

/** Answers the requests of one route. Safe for concurrent use. */
@FunctionalInterface
public interface HttpHandler {
    /** What it throws is logged and answered with 500. */
    HttpResponse handle(HttpRequest request);

    /** Whether handling this waits for nothing and ends soon, so that it may run on the event loop itself. */
    default boolean isBounded(HttpRequest request) {
        return false;
    }

    /** Looks at a request before it is run: on the event loop, so it waits for nothing and throws nothing. */
    default Prepared prepare(HttpRequest request) {
        HttpHandler handler = this;
        return new Prepared() {
            @Override
            public boolean isBounded() {
                return handler.isBounded(request);
            }

            @Override
            public HttpResponse respond() {
                return handler.handle(request);
            }
        };
    }

    /** One request with what its handler has found out about it. Used by one thread after another. */
    interface Prepared {
        /** As {@link HttpHandler#isBounded}. */
        boolean isBounded();

        /** As {@link HttpHandler#handle}. */
        HttpResponse respond();
    }
}
