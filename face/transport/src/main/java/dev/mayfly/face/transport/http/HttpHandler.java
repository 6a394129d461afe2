package dev.mayfly.face.transport.http;

/** Answers the requests of one route. Safe for concurrent use. */
@FunctionalInterface
public interface HttpHandler {
    /** Answers a request. An exception is logged and answered with 500. */
    HttpResponse handle(HttpRequest request);

    /** Returns true if handling this never waits and ends soon, so that it may run on the event loop itself. */
    default boolean isBounded(HttpRequest request) {
        return false;
    }

    /** Prepares a request before it is run. Called on the event loop: must neither wait nor throw. */
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

    /** One request with the handler's preparation. Used by one thread after another. */
    interface Prepared {
        /** Returns the result of {@link HttpHandler#isBounded} for this request. */
        boolean isBounded();

        /** Returns the result of {@link dev.mayfly.face.transport.connection.Request#mayBeginAgain}. */
        default boolean mayBeginAgain() {
            return false;
        }

        /** Answers this request as {@link HttpHandler#handle} does. */
        HttpResponse respond();
    }
}
