package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What a replication asks the management service of another cluster. */
final class RemoteManagement {
    private static final int WAIT_MILLIS = 10_000;
    private static final int ANSWER_BYTES_MAX = 4 << 20;

    private RemoteManagement() {}

    /**
     * Where the documents of a bucket are.
     *
     * @param port of the key-value service
     */
    record BucketPlace(String host, int port, int vBuckets) {}

    /** Returns the uuid of a cluster. */
    static String uuid(String hostname, String user, String password) throws IOException {
        String uuid = get(hostname, user, password, "/pools").path("uuid").asString("");
        if (uuid.isEmpty()) {
            throw new IOException("the cluster at " + hostname + " does not say what its uuid is");
        }
        return uuid;
    }

    static BucketPlace place(RemoteCluster cluster, String bucket) throws IOException {
        String path = "/pools/default/b/" + URLEncoder.encode(bucket, StandardCharsets.UTF_8);
        JsonNode config = get(cluster.hostname(), cluster.user(), cluster.password(), path);
        JsonNode node = config.path("nodesExt").path(0);
        int port = node.path("services").path("kv").asInt(0);
        int vBuckets = config.path("vBucketServerMap").path("vBucketMap").size();
        if (port == 0 || vBuckets == 0) {
            throw new IOException("the cluster does not say where bucket " + bucket + " is");
        }
        String host = node.path("hostname").asString(uri(cluster.hostname(), "").getHost());
        return new BucketPlace(host, port, vBuckets);
    }

    private static URI uri(String hostname, String path) throws IOException {
        try {
            return new URI("http://" + hostname + path);
        } catch (URISyntaxException wrong) {
            throw new IOException("the address of the cluster is malformed", wrong);
        }
    }

    private static JsonNode get(String hostname, String user, String password, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) uri(hostname, path).toURL().openConnection();
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        connection.setRequestProperty(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        try {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("the cluster answers " + connection.getResponseCode() + " to " + path);
            }
            try (InputStream body = connection.getInputStream()) {
                return CouchbaseJson.read(body.readNBytes(ANSWER_BYTES_MAX));
            }
        } catch (JacksonException malformed) {
            throw new IOException("the cluster's answer is not JSON", malformed);
        } finally {
            connection.disconnect();
        }
    }
}
