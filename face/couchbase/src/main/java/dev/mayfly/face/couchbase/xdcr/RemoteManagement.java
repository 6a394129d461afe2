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
import javax.net.ssl.HttpsURLConnection;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What a replication asks the management service of another cluster. */
final class RemoteManagement {
    private static final int WAIT_MILLIS = 10_000;
    private static final int ANSWER_BYTES_MAX = 4 << 20;

    private final RemoteCluster cluster;

    RemoteManagement(RemoteCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Where the documents of a bucket are.
     *
     * @param port of the key-value service
     * @param uuid of the bucket
     */
    record BucketPlace(String host, int port, int vBuckets, String uuid) {}

    /** Returns the uuid of the cluster. */
    String uuid() throws IOException {
        String uuid = get("/pools").path("uuid").asString("");
        if (uuid.isEmpty()) {
            throw new IOException("the cluster at " + cluster.hostname() + " does not say what its uuid is");
        }
        return uuid;
    }

    /** Returns by which rule a bucket decides between two versions of a document. */
    String conflictRule(String bucket) throws IOException {
        return get("/pools/default/buckets/" + encoded(bucket))
                .path("conflictResolutionType")
                .asString("seqno");
    }

    BucketPlace place(String bucket) throws IOException {
        JsonNode config = get("/pools/default/b/" + encoded(bucket));
        JsonNode node = config.path("nodesExt").path(0);
        String service = cluster.security().encryptsDocuments() ? "kvSSL" : "kv";
        int port = node.path("services").path(service).asInt(0);
        int vBuckets = config.path("vBucketServerMap").path("vBucketMap").size();
        if (port == 0 || vBuckets == 0) {
            throw new IOException("the cluster does not say where bucket " + bucket + " is, or does not encrypt");
        }
        String host = node.path("hostname").asString(uri("").getHost());
        return new BucketPlace(host, port, vBuckets, config.path("uuid").asString(""));
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8);
    }

    private URI uri(String path) throws IOException {
        String scheme = cluster.security().encryptsManagement() ? "https://" : "http://";
        try {
            return new URI(scheme + cluster.hostname() + path);
        } catch (URISyntaxException wrong) {
            throw new IOException("the address of the cluster is malformed", wrong);
        }
    }

    private JsonNode get(String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri(path).toURL().openConnection();
        if (connection instanceof HttpsURLConnection encrypted) {
            encrypted.setSSLSocketFactory(cluster.security().context().getSocketFactory());
        }
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        if (!cluster.security().identity().isGiven()) {
            byte[] login = (cluster.user() + ":" + cluster.password()).getBytes(StandardCharsets.UTF_8);
            connection.setRequestProperty(
                    "Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
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
