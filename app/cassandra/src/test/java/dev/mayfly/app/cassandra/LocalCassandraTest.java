package dev.mayfly.app.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCassandraTest {
    @Test
    void aNodeAnswersUntilItIsKilledAndAgainWhenItIsStarted(@TempDir Path folder) throws CassandraStartException {
        assumeTrue(Java17.find().isPresent(), "NO JAVA 17 ON THIS MACHINE: nothing of Cassandra is tested");
        LocalCassandra cluster = LocalCassandra.start(LocalSettings.found(1, folder));
        CassandraNode node = cluster.nodes().getFirst();
        try {
            long first = node.pid();
            assertTrue(OptionsExchange.isAnswered(node.address()));
            node.kill();
            assertEquals(-1, node.pid());
            assertFalse(OptionsExchange.isAnswered(node.address()));
            node.start();
            assertNotEquals(first, node.pid());
            assertTrue(OptionsExchange.isAnswered(node.address()));
        } finally {
            cluster.close();
        }
        assertEquals(-1, node.pid());
    }
}
