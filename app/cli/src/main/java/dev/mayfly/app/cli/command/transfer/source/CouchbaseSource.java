package dev.mayfly.app.cli.command.transfer.source;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cluster of Couchbase, by its REST interface and its query service: the documents of JSON of its collections, which need a
 * primary index there.
 */
final class CouchbaseSource implements SourceServer {
    private static final int MANAGEMENT_PORT = 8091;
    private static final int MANAGEMENT_PORT_TLS = 18_091;
    private static final int PAGE_DOCUMENTS = 1_000;
    private static final String SYSTEM_SCOPE = "_system";

    private final HttpSource http = new HttpSource();
    private final URI management;
    private final Map<String, String> login;
    private @Nullable URI query;

    private CouchbaseSource(URI management, Map<String, String> login) {
        this.management = management;
        this.login = login;
    }

    static CouchbaseSource open(String address) {
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException mistake) {
            throw new CommandFailure(ExitCode.USAGE, "--from: " + mistake.getMessage());
        }
        boolean isEncrypted = "couchbases".equals(uri.getScheme());
        int usual = isEncrypted ? MANAGEMENT_PORT_TLS : MANAGEMENT_PORT;
        int port = uri.getPort() < 0 ? usual : uri.getPort();
        if (uri.getHost() == null || uri.getRawUserInfo() == null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--from takes couchbase://USER:PASSWORD@HOST, with :PORT of its REST interface");
        }
        String user = URLDecoder.decode(uri.getRawUserInfo(), StandardCharsets.UTF_8);
        String basic = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        return new CouchbaseSource(
                URI.create((isEncrypted ? "https" : "http") + "://" + uri.getHost() + ":" + port),
                Map.of("authorization", "Basic " + basic));
    }

    @Override
    public String name() {
        return "couchbase " + management.getAuthority();
    }

    @Override
    public List<SourceCollection> collections() {
        List<SourceCollection> all = new ArrayList<>();
        for (JsonNode bucket : get("/pools/default/buckets")) {
            String name = bucket.path("name").asString("");
            String escaped = URLEncoder.encode(name, StandardCharsets.UTF_8);
            for (JsonNode scope :
                    get("/pools/default/buckets/" + escaped + "/scopes").path("scopes")) {
                String within = scope.path("name").asString("");
                if (!within.equals(SYSTEM_SCOPE)) {
                    scope.path("collections")
                            .forEach(each -> all.add(
                                    new Kept(name, within, each.path("name").asString(""))));
                }
            }
        }
        return all;
    }

    private JsonNode get(String path) {
        return http.get(management.resolve(path), login).body();
    }

    /** The first node that has the query service. */
    private URI query() {
        URI known = query;
        if (known != null) {
            return known;
        }
        boolean isEncrypted = management.getScheme().equals("https");
        for (JsonNode node : get("/pools/default/nodeServices").path("nodesExt")) {
            int port =
                    node.path("services").path(isEncrypted ? "n1qlSSL" : "n1ql").asInt(0);
            if (port != 0) {
                String host = node.path("hostname").asString(management.getHost());
                known = URI.create(management.getScheme() + "://" + host + ":" + port + "/query/service");
                query = known;
                return known;
            }
        }
        throw new CommandFailure(ExitCode.FAILED, "no node of " + name() + " has the query service");
    }

    @Override
    public void close() {
        http.close();
    }

    /** The documents of one collection. */
    private final class Kept implements SourceCollection {
        private final String bucket;
        private final String scope;
        private final String collection;

        Kept(String bucket, String scope, String collection) {
            this.bucket = bucket;
            this.scope = scope;
            this.collection = collection;
        }

        @Override
        public CollectionPath target() {
            return new CollectionPath("couchbase", bucket, scope + "." + collection);
        }

        @Override
        public String form() {
            return "/import";
        }

        @Override
        public @Nullable String metadata() {
            return null;
        }

        /** A position is the last key. */
        @Override
        public Page page(@Nullable String position) {
            String statement = "SELECT META(d).id, META(d).expiration, d AS document FROM `" + bucket + "`.`" + scope
                    + "`.`" + collection + "` AS d " + (position == null ? "" : "WHERE META(d).id > $1 ")
                    + "ORDER BY META(d).id LIMIT " + PAGE_DOCUMENTS;
            ObjectNode request = ArgumentReader.object().put("statement", statement);
            if (position != null) {
                request.putArray("args").add(position);
            }
            JsonNode results =
                    http.post(query(), login, request.toString()).body().path("results");
            StringBuilder lines = new StringBuilder();
            String last = position;
            for (JsonNode row : results) {
                lines.append(line(row)).append('\n');
                last = row.path("id").asString("");
            }
            boolean isFull = results.size() == PAGE_DOCUMENTS;
            return new Page(lines.toString().getBytes(StandardCharsets.UTF_8), results.size(), isFull ? last : null);
        }

        /** A document is there until the second of its expiry is over. */
        private static String line(JsonNode row) {
            long expiry = row.path("expiration").asLong(0);
            ObjectNode line = ArgumentReader.object().put("id", row.path("id").asString(""));
            line.set("document", row.path("document"));
            line.put("lifetime", expiry == 0 ? "forever" : "until " + Instant.ofEpochSecond(expiry + 1));
            return line.toString();
        }
    }
}
