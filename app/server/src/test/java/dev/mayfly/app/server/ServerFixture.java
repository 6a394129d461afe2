package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.store.api.Store;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server on free ports, in memory and on a virtual clock unless told otherwise, and a client of its admin face. */
final class ServerFixture implements AutoCloseable {
    static final String START = "2026-01-01T00:00:00Z";

    final MayflyServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ServerFixture() throws ConfigException, StartupException {
        this(Map.of(Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + START));
    }

    ServerFixture(Map<Setting, String> flags) throws ConfigException, StartupException {
        this(config(flags));
    }

    ServerFixture(ServerConfig config) throws ConfigException, StartupException {
        server = MayflyServer.start(config);
    }

    /** A server over this store, which is closed with it, whatever the configuration says of a place. */
    ServerFixture(ServerConfig config, Store store) throws ConfigException, StartupException {
        server = MayflyServer.start(config, store);
    }

    /** A server over this store, which is closed with it. */
    ServerFixture(Store store) throws ConfigException, StartupException {
        server =
                MayflyServer.start(config(Map.of(Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + START)), store);
    }

    static ServerConfig config(Map<Setting, String> flags) throws ConfigException {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (setting.label().equals("PORT")) {
                all.put(setting, "0");
            }
        }
        all.putAll(flags);
        return ConfigReader.read(all, Map.of(), null);
    }

    /** The answer to a request. */
    record Answer(int status, String body, Map<String, String> fields) {
        JsonNode json() {
            return new JsonMapper().readTree(body);
        }

        String error() {
            return json().path("error").path("code").asString();
        }
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, "", Map.of());
    }

    Answer post(String path) throws IOException, InterruptedException {
        return send("POST", path, "", Map.of());
    }

    Answer send(String method, String path, String body, Map<String, String> fields)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.port(FaceName.ADMIN) + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofString(body));
        fields.forEach(request::header);
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        Map<String, String> received = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers().map().forEach((name, values) -> received.put(name, values.getFirst()));
        return new Answer(response.statusCode(), response.body(), received);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
