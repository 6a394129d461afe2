package dev.mayfly.face.transport;

/**
 * What is served over HTTP on one port.
 *
 * @param bodyBytes the longest body of a request
 */
public record HttpService(Router router, HostPolicy hosts, int bodyBytes) {
    /** For ports whose requests are small. */
    public static final int BODY_BYTES = 2 << 20;

    public HttpService(Router router, HostPolicy hosts) {
        this(router, hosts, BODY_BYTES);
    }
}
