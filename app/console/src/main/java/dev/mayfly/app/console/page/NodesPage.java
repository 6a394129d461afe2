package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of the servers that share the store, and of the shards of collections. */
final class NodesPage {
    private static final String ALL = "1000";
    private static final int COLLECTIONS_SHOWN = 20;

    /**
     * A collection with its shards.
     *
     * @param shards none if it was dropped meanwhile
     */
    record Sharded(CollectionPath path, List<Facts> shards) {
        long documents() {
            return shards.stream().mapToLong(shard -> shard.number("documents")).sum();
        }

        long bytes() {
            return shards.stream().mapToLong(shard -> shard.number("bytes")).sum();
        }

        long overdue() {
            return shards.stream().mapToLong(shard -> shard.number("overdue")).sum();
        }

        long lagMillis() {
            return shards.stream()
                    .mapToLong(shard -> shard.number("lagMillis"))
                    .max()
                    .orElse(0);
        }
    }

    /**
     * The model of the page.
     *
     * @param all the number of collections that could be shown
     * @param system the number of collections of the faces themselves, which are shown only when asked for
     */
    record Model(
            List<Facts> nodes,
            List<Facts> leases,
            List<Sharded> collections,
            int all,
            int system,
            boolean showsSystem) {}

    private final SystemCollections systemCollections;

    NodesPage(SystemCollections systemCollections) {
        this.systemCollections = systemCollections;
    }

    Html show(Visit visit) {
        Map<String, String> many = Map.of("limit", ALL);
        List<Facts> nodes = visit.api().get("/api/v1/nodes", many).required().list("items");
        List<Facts> leases = visit.api().get("/api/v1/leases", many).orNothing().list("items");
        List<Facts> all =
                visit.api().get("/api/v1/collections", many).orNothing().list("items");
        boolean showsSystem = visit.query("system").equals("true");
        List<Facts> collections = all.stream()
                .filter(each -> showsSystem || !systemCollections.contains(each))
                .toList();
        int system = (int) all.stream().filter(systemCollections::contains).count();
        List<Sharded> sharded = new ArrayList<>();
        for (Facts collection : collections) {
            if (sharded.size() < COLLECTIONS_SHOWN) {
                CollectionPath path = CollectionPath.of(collection);
                List<Facts> shards = visit.api()
                        .get(path.api() + "/shards", many)
                        .orNothing()
                        .list("items");
                sharded.add(new Sharded(path, shards));
            }
        }
        Frame frame = Frame.of(visit, "Nodes", "nodes");
        Model model = new Model(nodes, leases, sharded, collections.size(), system, showsSystem);
        return out -> JtenodesGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }
}
