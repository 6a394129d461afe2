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
}
