package dev.mayfly.test.testkit;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where clients of Couchbase find a server, and as whom they log in.
 *
 * @param connectionString what an SDK connects to
 * @param kvPort of the key-value service
 * @param management where buckets and collections are managed over HTTP
 * @param query where statements are sent over HTTP
 */
public record CouchbaseEndpoint(
        String connectionString, String user, String password, int kvPort, URI management, URI query) {
    /** As whom a server that knows nobody else lets clients in. */
    private static final String USER = "Administrator";

    private static final String PASSWORD = "password";

    private static final Pattern MANAGEMENT = Pattern.compile(":(\\d+)=manager");

    /** Of a server with this connection string, for the user that it is installed with; asks it for its other ports. */
    public static CouchbaseEndpoint of(String connectionString) {
        Matcher matcher = MANAGEMENT.matcher(connectionString);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no port for management: " + connectionString);
        }
        URI management = http(Long.parseLong(matcher.group(1)));
        byte[] login = (USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        JsonTree services = new AdminClient(management)
                .get(
                        "/pools/default/nodeServices",
                        "Basic " + Base64.getEncoder().encodeToString(login))
                .items("nodesExt")
                .get(0)
                .child("services");
        return new CouchbaseEndpoint(
                connectionString,
                USER,
                PASSWORD,
                Math.toIntExact(services.number("kv")),
                management,
                http(services.number("n1ql")));
    }

    private static URI http(long port) {
        return URI.create("http://127.0.0.1:" + port);
    }
}
