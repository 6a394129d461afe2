package dev.mayfly.face.cosmos.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerDefinition;
import dev.mayfly.face.cosmos.resource.ContainerOperations;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Database;
import dev.mayfly.face.cosmos.resource.Databases;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Databases and containers of this face. Its indexes of one path are parts of a container's indexing policy, and so are
 * those of several, which the policy calls composite; none of them has a name in the protocol.
 */
public final class CosmosSchemas implements FaceSchemas {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String COMPOSITE = "compositeIndexes";

    private final Databases databases;
    private final Containers containers;
    private final ContainerOperations operations;

    public CosmosSchemas(Databases databases, Containers containers, ContainerOperations operations) {
        this.databases = databases;
        this.containers = containers;
        this.operations = operations;
    }

    private static void worded(Runnable work) {
        try {
            work.run();
        } catch (CosmosException refused) {
            throw CosmosRefusals.of(refused);
        }
    }

    @Override
    public List<String> databases() {
        return databases.all().stream().map(Database::id).sorted().toList();
    }

    @Override
    public void createDatabase(DatabaseDraft draft) {
        if (draft.ttlSeconds() != null || draft.quotaMib() != null || draft.isEphemeral()) {
            throw FaceRefusal.invalid("a database of cosmos has a name and nothing else; containers have a defaultTtl");
        }
        worded(() -> databases.create(JSON.createObjectNode().put("id", draft.name())));
    }

    private Database require(String name) {
        try {
            return databases.require(name);
        } catch (CosmosException _) {
            throw FaceRefusal.missing("there is no database " + name);
        }
    }

    @Override
    public void dropDatabase(String name) {
        Database database = require(name);
        worded(() -> databases.delete(database));
    }

    /** A missing database is made, too. */
    @Override
    public void createCollection(CollectionDraft draft) {
        if (draft.ttlField() != null) {
            throw FaceRefusal.invalid("a container of cosmos has a defaultTtl, which counts from the last write");
        }
        ObjectNode json = JSON.createObjectNode().put("id", draft.name().collection());
        ObjectNode partitionKey = json.putObject("partitionKey");
        ArrayNode paths = partitionKey.putArray("paths");
        List<String> wanted = draft.partitionKey().isEmpty() ? List.of("/id") : draft.partitionKey();
        wanted.forEach(path -> paths.add(path.startsWith("/") ? path : "/" + path));
        partitionKey.put("kind", wanted.size() > 1 ? "MultiHash" : "Hash").put("version", 2);
        if (draft.ttlSeconds() != null) {
            json.put("defaultTtl", draft.ttlSeconds());
        }
        worded(() -> {
            ContainerDefinition definition = ContainerDefinition.sent(json);
            String database = draft.name().database();
            if (!databases().contains(database)) {
                databases.create(JSON.createObjectNode().put("id", database));
            }
            operations.create(databases.require(database), definition, draft.shards());
        });
    }

    @Override
    public void dropCollection(Collection collection) {
        Container container =
                containers.find(collection.name().database(), collection.name().collection());
        if (container == null) {
            throw FaceRefusal.missing("there is no container " + collection.name());
        }
        worded(() -> containers.delete(container));
    }

    @Override
    public void createIndex(Collection collection, IndexDraft draft) {
        if (draft.isUnique() || draft.expireAfterSeconds() != null) {
            throw FaceRefusal.invalid(
                    "unique keys of cosmos are chosen when a container is made, and items expire by its"
                            + " defaultTtl, not by an index");
        }
        edit(collection, policy -> {
            if (draft.fields().size() == 1) {
                String path = pathOf(draft.fields().getFirst().path());
                removed(policy.withArray("excludedPaths"), each -> pathOf(each).equals(path));
                ArrayNode included = policy.withArray("includedPaths");
                removed(included, each -> pathOf(each).equals(path));
                included.addObject().put("path", path);
                return;
            }
            ArrayNode composite = policy.withArray(COMPOSITE).addArray();
            draft.fields()
                    .forEach(field -> composite
                            .addObject()
                            .put("path", "/" + field.path().replace('.', '/'))
                            .put("order", field.isDescending() ? "descending" : "ascending"));
        });
    }

    /** The name is that of a listed index, or the path that the policy includes. */
    @Override
    public void dropIndex(Collection collection, String name) {
        List<String> composite = compositeOf(collection, name);
        edit(collection, policy -> {
            boolean isFound = composite.isEmpty()
                    ? removed(
                            policy.withArray("includedPaths"),
                            each -> pathOf(each).equals(pathOf(name)))
                    : removed(policy.withArray(COMPOSITE), each -> paths(each).equals(composite));
            if (!isFound) {
                throw FaceRefusal.missing("the indexing policy has no " + name
                        + " of its own; where it includes all paths," + " replace the policy to exclude one");
            }
        });
    }

    /** Returns the paths of a composite index that the engine lists by this name; empty if it is none. */
    private static List<String> compositeOf(Collection collection, String name) {
        return collection
                .record()
                .index(name)
                .map(index -> JSON.readTree(index.options()))
                .filter(options -> options.path("kind").asString("").equals("composite"))
                .map(options -> options.path("paths")
                        .valueStream()
                        .map(path -> path.asString(""))
                        .toList())
                .orElse(List.of());
    }

    private static List<String> paths(JsonNode composite) {
        return composite
                .valueStream()
                .map(field -> field.path("path").asString(""))
                .toList();
    }

    private static String pathOf(JsonNode included) {
        return included.path("path").asString("");
    }

    private static String pathOf(String name) {
        return "/" + name.replace('.', '/') + "/?";
    }

    private static boolean removed(ArrayNode all, Predicate<JsonNode> isMeant) {
        int before = all.size();
        for (int at = all.size() - 1; at >= 0; at--) {
            if (isMeant.test(all.get(at))) {
                all.remove(at);
            }
        }
        return all.size() < before;
    }

    private void edit(Collection collection, Consumer<ObjectNode> change) {
        worded(() -> containers.alone(
                collection,
                () -> containers.redefine(
                        collection, definition -> change.accept((ObjectNode) definition.path("indexingPolicy")))));
    }
}
