package dev.mayfly.test.conformance.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.bson.Document;

/** The admin API of a server that lets everybody in. */
final class AdminClient implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;

    AdminClient(ServerProcess server) {
        this.address = server.connectionString("admin").replaceFirst("/$", "");
    }

    /** Returns the answer of a path. */
    Document get(String path) {
        return Document.parse(send("GET", path).body());
    }

    /** Does what a path does, which must be allowed. */
    Document post(String path) {
        HttpResponse<String> response = send("POST", path);
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return Document.parse(response.body());
    }

    /** Waits until an operation has ended, and tells how. */
    Document operation(Document begun) {
        Document now = begun;
        while ("running".equals(now.getString("state"))) {
            now = get("/api/v1/operations/" + begun.get("id"));
        }
        return now;
    }

    /** The number of documents of a collection of the mongo face that are stored, be they hidden. */
    long stored(String database, String collection) {
        return get("/api/v1/collections/mongo/" + database + "/" + collection + "/shards")
                .getList("items", Document.class)
                .stream()
                .mapToLong(shard -> shard.get("documents", Number.class).longValue())
                .sum();
    }

    HttpResponse<String> send(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, BodyPublishers.noBody())
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
