package dev.mayfly.test.couchbase;

import static com.couchbase.client.java.kv.GetOptions.getOptions;
import static com.couchbase.client.java.kv.LookupInOptions.lookupInOptions;
import static com.couchbase.client.java.kv.MutateInOptions.mutateInOptions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CasMismatchException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.error.subdoc.PathNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.GetResult;
import com.couchbase.client.java.kv.LookupInMacro;
import com.couchbase.client.java.kv.LookupInResult;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInMacro;
import com.couchbase.client.java.kv.MutateInResult;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.StoreSemantics;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The SDK for Java and parts of documents, also where nobody asked for parts, as for an expiry. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class PartsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private interface Work {
        void with(Collection documents);
    }

    private static void connected(MayflyServer server, Work work) {
        Cluster cluster = Cluster.connect(server.connectionString(FaceName.COUCHBASE), "Administrator", "password");
        try {
            Collection documents = cluster.bucket("default").defaultCollection();
            documents.mutateIn(
                    "k",
                    List.of(
                            MutateInSpec.upsert("name", "Elmo"),
                            MutateInSpec.upsert("details.audience", "children"),
                            MutateInSpec.arrayAppend("tags", List.of("a", "b"))),
                    mutateInOptions()
                            .storeSemantics(StoreSemantics.UPSERT)
                            .expiry(Duration.ofHours(1))
                            .timeout(PATIENCE));
            work.with(documents);
        } finally {
            cluster.disconnect();
        }
    }

    @Test
    void documentsComeWithTheirExpiry(MayflyServer server, MayflyClock clock) {
        connected(server, documents -> {
            GetResult found = documents.get("k", getOptions().withExpiry(true));
            Instant expiry = found.expiryTime().orElseThrow();
            assertEquals(clock.now().getEpochSecond() + 3600, expiry.getEpochSecond());
            assertEquals("Elmo", found.contentAsObject().getString("name"));
            documents.mutateIn("k", List.of(MutateInSpec.upsert("name", "Bert")));
            assertTrue(documents
                    .get("k", getOptions().withExpiry(true))
                    .expiryTime()
                    .isEmpty());
        });
    }

    @Test
    void projectionsBringWhatWasAskedFor(MayflyServer server) {
        connected(server, documents -> {
            GetResult found = documents.get("k", getOptions().project("name", "details.audience", "missing"));
            assertEquals(
                    JsonObject.fromJson("{\"name\":\"Elmo\",\"details\":{\"audience\":\"children\"}}"),
                    found.contentAsObject());
        });
    }

    @Test
    void attributesHoldWhatOnlyTheServerKnows(MayflyServer server) {
        connected(server, documents -> {
            MutateInResult changed = documents.mutateIn(
                    "k",
                    List.of(
                            MutateInSpec.upsert("m.cas", MutateInMacro.CAS)
                                    .xattr()
                                    .createPath(),
                            MutateInSpec.upsert("m.seqno", MutateInMacro.SEQ_NO).xattr(),
                            MutateInSpec.increment("visits", 3)));
            assertEquals(3, changed.contentAs(2, Integer.class));
            LookupInResult found = documents.lookupIn(
                    "k",
                    List.of(
                            LookupInSpec.get("m.cas").xattr(),
                            LookupInSpec.get(LookupInMacro.CAS).xattr(),
                            LookupInSpec.get("m.seqno").xattr(),
                            LookupInSpec.get(LookupInMacro.SEQ_NO).xattr(),
                            LookupInSpec.exists("nothing")));
            long swapped = Long.reverseBytes(
                    Long.parseUnsignedLong(found.contentAs(0, String.class).substring(2), 16));
            assertEquals(changed.cas(), swapped);
            assertEquals("0x%016x".formatted(changed.cas()), found.contentAs(1, String.class));
            assertEquals(found.contentAs(3, String.class), found.contentAs(2, String.class));
            assertFalse(found.exists(4));
        });
    }

    @Test
    void failuresAreTold(MayflyServer server) {
        connected(server, documents -> {
            assertThrows(
                    PathNotFoundException.class,
                    () -> documents.mutateIn("k", List.of(MutateInSpec.replace("missing", 1))));
            assertThrows(
                    DocumentNotFoundException.class,
                    () -> documents.mutateIn("none", List.of(MutateInSpec.upsert("a", 1))));
            assertThrows(
                    CasMismatchException.class,
                    () -> documents.mutateIn(
                            "k",
                            List.of(MutateInSpec.upsert("a", 1)),
                            mutateInOptions().cas(1)));
            assertThrows(
                    DocumentNotFoundException.class,
                    () -> documents.lookupIn("none", List.of(LookupInSpec.get("a")), lookupInOptions()));
        });
    }
}
