package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.NodeTable;
import java.util.List;
import java.util.Map;

/** The processes that are alive, as rows of one partition that end by Cassandra's TTL. Safe for concurrent use. */
final class NodeRows implements NodeTable {
    private final CqlSession session;
    private final OpenCalls calls;
    private final PreparedStatement announce;
    private final PreparedStatement remove;
    private final PreparedStatement live;

    NodeRows(CqlSession session, String keyspace, OpenCalls calls) {
        this.session = session;
        this.calls = calls;
        String table = keyspace + ".node";
        this.announce = session.prepare("INSERT INTO " + table + " (place, id, facts) VALUES (0, ?, ?) USING TTL ?");
        this.remove = session.prepare("DELETE FROM " + table + " WHERE place = 0 AND id = ?");
        this.live = session.prepare("SELECT id, facts FROM " + table + " WHERE place = 0");
    }

    @Override
    public void announce(NodeEntry node, long ttlMillis) {
        calls.inside(
                () -> CellReader.read(session, announce.bind(node.id(), node.facts(), LeaseTable.seconds(ttlMillis))));
    }

    @Override
    public void remove(String id) {
        calls.inside(() -> CellReader.read(session, remove.bind(id)));
    }

    @Override
    public List<NodeEntry> live() {
        return calls.inside(() -> CellReader.read(session, live.bind()).stream()
                .map(NodeRows::entry)
                .toList());
    }

    private static NodeEntry entry(Row row) {
        Map<String, String> facts = row.getMap(1, String.class, String.class);
        return new NodeEntry(CellReader.text(row, 0), facts == null ? Map.of() : facts);
    }
}
