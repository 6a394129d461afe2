package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.query.QueryOptions;
import com.couchbase.client.java.query.QueryScanConsistency;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.couchbase.Wire.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A server knows after a restart all that it knew before, and nothing that expired comes back. */
final class RestartIT {
    @TempDir
    private Path folder = Path.of("");

    private LocalServer start() throws ConfigException, StartupException {
        return LocalServer.start(Map.of(Setting.DATA, folder.toString(), Setting.CLOCK, "virtual"));
    }

    private LocalServer startFresh() throws ConfigException, StartupException {
        return LocalServer.start(Map.of(Setting.DATA, folder.toString()));
    }

    @Test
    void expiryTombstonesAndRevisionsSurvive(TestInfo test) throws Exception {
        String name;
        Answer before;
        Answer deleted;
        try (LocalServer server = startFresh();
                Cluster cluster = server.connect();
                Ground ground = Ground.of(server.server(), cluster, test)) {
            name = ground.name();
            ground.put("dies", 10);
            ground.put("later", 1_000);
            ground.put("deleted");
            ground.collection().remove("deleted");
            ground.put("expired", 1);
            ground.advance(2);
            ground.assertGone("expired");
            before = ground.meta("later").require(Wire.OK);
            deleted = ground.meta("deleted").require(Wire.OK);
            assertTrue(deleted.isDeleted());
        }
        try (LocalServer server = start();
                Cluster cluster = server.connect();
                Ground ground = Ground.known(server.server(), cluster, name)) {
            Answer after = ground.meta("later").require(Wire.OK);
            assertEquals(before.cas(), after.cas());
            assertEquals(before.expiry(), after.expiry());
            assertEquals(before.revision(), after.revision());
            Answer stillDeleted = ground.meta("deleted").require(Wire.OK);
            assertTrue(stillDeleted.isDeleted());
            assertEquals(deleted.revision(), stillDeleted.revision());
            assertTrue(ground.meta("expired").require(Wire.OK).isDeleted());
            ground.assertGone("expired");
            ground.assertThere("dies");
            ground.advance(9);
            ground.assertGone("dies");
            ground.put("fresh");
            long fresh = ground.meta("fresh").require(Wire.OK).cas();
            assertTrue(Long.compareUnsigned(fresh, before.cas()) > 0, "a CAS went back");
        }
        try (LocalServer server = start();
                Cluster cluster = server.connect();
                Ground ground = Ground.known(server.server(), cluster, name)) {
            ground.assertGone("dies");
            ground.assertGone("expired");
        }
    }

    @Test
    void bucketsManifestsUsersAndIndexesSurvive(TestInfo test) throws Exception {
        String manifest;
        String bucket;
        try (LocalServer server = startFresh();
                Cluster cluster = server.connect();
                Ground ground = Ground.of(server.server(), cluster, test);
                Ground own = ground.bucket(100);
                Ground collection = own.sibling("50")) {
            bucket = own.bucketName();
            manifest = own.rest().get(own.path() + "/scopes").require(200).body();
            collection.put("a");
            cluster.query("CREATE INDEX byN ON " + collection.keyspace() + "(n)");
            server.rest()
                    .form("PUT", "/settings/rbac/users/local/ann", "password", "secret of ann", "roles", "admin")
                    .require(200);
        }
        try (LocalServer server = start();
                Cluster cluster = Cluster.connect(server.endpoint().connectionString(), "ann", "secret of ann")) {
            assertEquals(
                    manifest,
                    server.rest()
                            .get("/pools/default/buckets/" + bucket + "/scopes")
                            .require(200)
                            .body());
            String keyspace = cluster.query("SELECT RAW i FROM system:indexes i WHERE i.name = \"byN\"")
                    .rowsAsObject()
                    .getFirst()
                    .getString("keyspace_id");
            String statement =
                    "SELECT RAW COUNT(*) FROM `" + bucket + "`.`_default`.`" + keyspace + "` d WHERE d.n = 1";
            QueryOptions fresh = QueryOptions.queryOptions().scanConsistency(QueryScanConsistency.REQUEST_PLUS);
            assertEquals(
                    1, cluster.query(statement, fresh).rowsAs(Integer.class).getFirst());
            server.advance(Duration.ofSeconds(51));
            assertEquals(
                    0, cluster.query(statement, fresh).rowsAs(Integer.class).getFirst());
        }
    }

    @Test
    void ephemeralBucketIsEmptyAfterwards(TestInfo test) throws Exception {
        String bucket;
        try (LocalServer server = startFresh();
                Cluster cluster = server.connect();
                Ground ground = Ground.of(server.server(), cluster, test);
                Ground ephemeral = ground.bucket("bucketType", "ephemeral")) {
            bucket = ephemeral.bucketName();
            ephemeral.put("a");
            ephemeral.assertThere("a");
        }
        try (LocalServer server = start();
                Wire wire = Wire.open(server.endpoint().kvPort(), "Administrator", "password", bucket)) {
            wire.send(Frame.of(Frame.GET, "a").collection(0)).require(Wire.KEY_ENOENT);
        }
    }
}
