package dev.mayfly.app.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ServerBannerTest {
    private static final String PRINTED = """
            mayfly 1 is ready

              mongo      127.0.0.1:1  mongodb://127.0.0.1:1/?directConnection=true
              couchbase  127.0.0.1:2  couchbase://127.0.0.1:3=kv  user A, password b
              clock      system
              data       keyspace mayfly of Cassandra
            """;

    private static Optional<ServerBanner> read(String printed) throws IOException {
        return ServerBanner.read(new BufferedReader(new StringReader(printed)));
    }

    @Test
    void facesAreReadWithWhatToPaste() throws IOException {
        ServerBanner banner = read(PRINTED).orElseThrow();
        assertEquals(4, banner.rows().size());
        assertEquals(
                Map.of(
                        "mongo",
                        "mongodb://127.0.0.1:1/?directConnection=true",
                        "couchbase",
                        "couchbase://127.0.0.1:3=kv  user A, password b"),
                banner.connectionStrings());
    }

    @Test
    void serverThatEndsBeforeItIsReadyHasNone() throws IOException {
        assertEquals(Optional.empty(), read(PRINTED.substring(0, PRINTED.indexOf("  data"))));
    }
}
