package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disk space that the table takes in all nodes together; each node knows its own. */
final class DiskUsage {
    private static final Logger LOG = LoggerFactory.getLogger(DiskUsage.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final CqlSession session;
    private final SimpleStatement question;

    DiskUsage(CqlSession session, String keyspace) {
        this.session = session;
        this.question = SimpleStatement.newInstance(
                        "SELECT mebibytes FROM system_views.disk_usage WHERE keyspace_name = ? AND table_name = ?",
                        keyspace,
                        "cells")
                .setTimeout(TIMEOUT);
    }

    long bytes() {
        long bytes = 0;
        for (Node node : session.getMetadata().getNodes().values()) {
            if (node.getState() == NodeState.UP) {
                bytes += bytes(node);
            }
        }
        return bytes;
    }

    private long bytes(Node node) {
        try {
            Row row = session.execute(question.setNode(node)).one();
            return row == null ? 0 : row.getLong("mebibytes") << 20;
        } catch (DriverException failure) {
            // An estimate goes on without a node that does not answer, or does not let us see its views.
            LOG.debug("{} does not say what it uses", node, failure);
            return 0;
        }
    }
}
