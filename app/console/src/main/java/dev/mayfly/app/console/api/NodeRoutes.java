package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.ShardStatistics;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.ServerNode;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of the servers that share a store, of their leases, and of the shards of a collection. */
final class NodeRoutes {
    private final Engine engine;
    private final RequestTarget finder;

    NodeRoutes(Engine engine, RequestTarget finder) {
        this.engine = engine;
        this.finder = finder;
    }

    /**
     * A server.
     *
     * @param isSelf whether it is the one that answers
     * @param state {@code ok}; or {@code clock_off}, {@code suspect} by its offset
     * @param offsetMillis how far its clock was ahead of the cluster's when it was measured last; null if it was not
     * @param services the address of each port, by the name of the service
     */
    record NodeView(
            String id,
            boolean isSelf,
            String address,
            String region,
            String version,
            @Nullable InstantView startedAt,
            String state,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            Long offsetMillis,

            List<ServiceView> services) {}

    record ServiceView(String service, String address) {}

    /** @param address of the owner; empty if it is not alive */
    record LeaseView(String name, String owner, String address) {}

    /**
     * A shard of a collection.
     *
     * @param partition its number in the store
     * @param overdue documents that are dead and not destroyed yet
     * @param lagMillis for how long the oldest of them has been dead
     */
    record ShardView(int shard, int partition, long documents, long bytes, long hidden, long overdue, long lagMillis) {
        /** Its position in a list, which has the order of the numbers. */
        String position() {
            return String.format("%08d", shard);
        }
    }

    HttpResponse nodes(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        LiveNodes nodes = engine.nodes();
        String self = nodes.self().id();
        List<NodeView> views = nodes.live().stream()
                .map(node -> view(node, node.id().equals(self)))
                .toList();
        return ApiAnswers.json(200, Page.of(views, wanted, NodeView::id));
    }

    private static NodeView view(ServerNode node, boolean isSelf) {
        return new NodeView(
                node.id(),
                isSelf,
                node.address(),
                node.region(),
                node.version(),
                node.startedAt() == 0 ? null : InstantView.of(node.startedAt()),
                state(node),
                node.offsetMillis().isPresent() ? node.offsetMillis().getAsLong() : null,
                node.ports().keySet().stream()
                        .sorted()
                        .map(service -> new ServiceView(service, node.authority(service)))
                        .toList());
    }

    private static String state(ServerNode node) {
        long offset = Math.abs(node.offsetMillis().orElse(0));
        if (offset > ClockGuard.OFFSET_MILLIS_MAX) {
            return "suspect";
        }
        return offset > LiveNodes.OFFSET_MILLIS_HEALTHY ? "clock_off" : "ok";
    }

    HttpResponse leases(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        Map<String, String> addresses =
                engine.nodes().live().stream().collect(Collectors.toMap(ServerNode::id, ServerNode::address));
        List<LeaseView> views = engine.nodes().leases().entrySet().stream()
                .map(lease ->
                        new LeaseView(lease.getKey(), lease.getValue(), addresses.getOrDefault(lease.getValue(), "")))
                .toList();
        return ApiAnswers.json(200, Page.of(views, wanted, LeaseView::name));
    }

    HttpResponse shards(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        long now = engine.clock().wallMillis();
        List<ShardView> views = finder.collection(request).shardStatistics().stream()
                .map(shard -> view(shard, now))
                .toList();
        return ApiAnswers.json(200, Page.of(views, wanted, ShardView::position));
    }

    private static ShardView view(ShardStatistics shard, long now) {
        HiddenCensus hidden = shard.hidden();
        return new ShardView(
                shard.shard(),
                shard.partition(),
                shard.documents(),
                shard.bytes(),
                hidden.documents(),
                hidden.deadDocuments(),
                hidden.deadDocuments() == 0 ? 0 : Math.max(0, now - hidden.oldestDead()));
    }
}
