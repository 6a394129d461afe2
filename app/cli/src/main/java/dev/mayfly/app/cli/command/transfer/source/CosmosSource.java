package dev.mayfly.app.cli.command.transfer.source;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.base.clock.SystemClock;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An account of Azure Cosmos DB, by the REST protocol of the gateway: its containers, range by range of their partition keys. */
final class CosmosSource implements SourceServer {
    private static final String VERSION = "2018-12-31";
    private static final String CONTINUATION = "x-ms-continuation";
    private static final int PAGE_ITEMS = 1_000;
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

    private final HttpSource http = new HttpSource();
    private final URI endpoint;
    private final byte[] key;

    private CosmosSource(URI endpoint, byte[] key) {
        this.endpoint = endpoint;
        this.key = key;
    }

    static CosmosSource open(String account) {
        Map<String, String> parts = new HashMap<>();
        for (String part : account.split(";")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parts.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        try {
            return new CosmosSource(
                    URI.create(parts.getOrDefault("AccountEndpoint", "")),
                    Base64.getDecoder().decode(parts.getOrDefault("AccountKey", "")));
        } catch (IllegalArgumentException mistake) {
            throw new CommandFailure(ExitCode.USAGE, "--from: " + mistake.getMessage());
        }
    }

    @Override
    public String name() {
        return "cosmos " + endpoint.getAuthority();
    }

    @Override
    public List<SourceCollection> collections() {
        List<SourceCollection> all = new ArrayList<>();
        for (JsonNode database : list("dbs", "", "dbs", "Databases")) {
            String link = "dbs/" + database.path("id").asString("");
            for (JsonNode container : list(link + "/colls", link, "colls", "DocumentCollections")) {
                all.add(new Items(
                        database.path("id").asString(""), container.path("id").asString("")));
            }
        }
        return all;
    }

    /** All pages of a feed. */
    private List<JsonNode> list(String path, String owner, String type, String array) {
        List<JsonNode> all = new ArrayList<>();
        String continuation = null;
        do {
            Map<String, String> fields = continuation == null ? Map.of() : Map.of(CONTINUATION, continuation);
            HttpSource.Answer answer = ask(path, owner, type, fields);
            answer.body().path(array).forEach(all::add);
            continuation = answer.continuation();
        } while (continuation != null);
        return all;
    }

    /**
     * Asks for a feed.
     *
     * @param owner the link that is signed
     */
    private HttpSource.Answer ask(String path, String owner, String type, Map<String, String> more) {
        String date = DATE.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atOffset(ZoneOffset.UTC));
        Map<String, String> fields = new HashMap<>(more);
        fields.put("x-ms-date", date);
        fields.put("x-ms-version", VERSION);
        fields.put("accept", "application/json");
        fields.put("authorization", signature(owner, type, date));
        return http.get(endpoint.resolve("/" + escaped(path)), fields);
    }

    private String signature(String owner, String type, String date) {
        String signed = "get\n" + type + "\n" + owner + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] hash = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
            String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(hash);
            return URLEncoder.encode(token, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException mistake) {
            throw new CommandFailure(ExitCode.USAGE, "--from has no AccountKey that can sign: " + mistake.getMessage());
        }
    }

    private static String escaped(String path) {
        StringBuilder escaped = new StringBuilder();
        for (String step : path.split("/")) {
            escaped.append(escaped.isEmpty() ? "" : "/");
            escaped.append(URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return escaped.toString();
    }

    @Override
    public void close() {
        http.close();
    }

    /** The items of one container. */
    private final class Items implements SourceCollection {
        private final String database;
        private final String container;
        private @Nullable List<String> ranges;

        Items(String database, String container) {
            this.database = database;
            this.container = container;
        }

        @Override
        public CollectionPath target() {
            return new CollectionPath("cosmos", database, container);
        }

        @Override
        public String form() {
            return "/import";
        }

        @Override
        public @Nullable String metadata() {
            return null;
        }

        private String link() {
            return "dbs/" + database + "/colls/" + container;
        }

        private List<String> ranges() {
            List<String> known = ranges;
            if (known == null) {
                known = list(link() + "/pkranges", link(), "pkranges", "PartitionKeyRanges").stream()
                        .map(range -> range.path("id").asString(""))
                        .sorted()
                        .toList();
                ranges = known;
            }
            return known;
        }

        /** A position is the id of a range, and behind a space the continuation in it. */
        @Override
        public Page page(@Nullable String position) {
            int space = position == null ? -1 : position.indexOf(' ');
            String range = position == null ? ranges().getFirst() : position.substring(0, space);
            Map<String, String> fields = new HashMap<>();
            fields.put("x-ms-max-item-count", Integer.toString(PAGE_ITEMS));
            fields.put("x-ms-documentdb-partitionkeyrangeid", range);
            if (position != null && space < position.length() - 1) {
                fields.put(CONTINUATION, position.substring(space + 1));
            }
            HttpSource.Answer answer = ask(link() + "/docs", link(), "docs", fields);
            StringBuilder lines = new StringBuilder();
            int count = 0;
            for (JsonNode item : answer.body().path("Documents")) {
                lines.append(line((ObjectNode) item)).append('\n');
                count++;
            }
            return new Page(lines.toString().getBytes(StandardCharsets.UTF_8), count, next(range, answer));
        }

        private @Nullable String next(String range, HttpSource.Answer answer) {
            if (answer.continuation() != null) {
                return range + " " + answer.continuation();
            }
            int at = ranges().indexOf(range) + 1;
            return at == 0 || at == ranges().size() ? null : ranges().get(at) + " ";
        }

        /** Whatever the item's lifetime is, it counts from {@code _ts}. */
        private static String line(ObjectNode item) {
            Instant modified = Instant.ofEpochSecond(item.path("_ts").asLong());
            ObjectNode line = ArgumentReader.object();
            line.set("document", item);
            return line.put("modified", modified.toString()).toString();
        }
    }
}
