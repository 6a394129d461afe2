package dev.mayfly.face.transport.http;

/**
 * The HTTP service of one port.
 *
 * @param name a short lower-case word for logs, thread names and metrics
 * @param bodyBytes the longest body of a request
 * @param refusals the responses to requests that are refused before a handler sees them
 */
public record HttpService(String name, Router router, HostPolicy hosts, int bodyBytes, HttpRefusals refusals) {
    /** The body limit of ports whose requests are small. */
    public static final int BODY_BYTES = 2 << 20;

    public HttpService(String name, Router router, HostPolicy hosts) {
        this(name, router, hosts, BODY_BYTES);
    }

    public HttpService(String name, Router router, HostPolicy hosts, int bodyBytes) {
        this(name, router, hosts, bodyBytes, HttpRefusals.TEXT);
    }
}
