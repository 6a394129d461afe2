package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The views of this face. Safe for concurrent use. */
public final class Views {
    /** The collection in which clients find the definitions of all views of a database. */
    public static final String SYSTEM_VIEWS = "system.views";

    private static final int DEPTH_MAX = 20;
    private static final int GRAPH_CONTAINS_CYCLE = 5;
    private static final int DEPTH_LIMIT_EXCEEDED = 165;

    private final Engine engine;
    private final ConfigDatabase config;

    Views(Engine engine) {
        this.engine = engine;
        this.config = new ConfigDatabase(engine);
    }

    /** The database of a cluster's own data. */
    public ConfigDatabase config() {
        return config;
    }

    /** Returns what a client reads instead, if this is a view. */
    public Optional<ResolvedView> resolve(String database, String name) {
        if (name.equals(SYSTEM_VIEWS) || config.has(database, name)) {
            return Optional.of(new ResolvedView(name, List.of(), Collation.SIMPLE));
        }
        ViewDefinition view = find(database, name);
        if (view == null) {
            return Optional.empty();
        }
        Collation collation = view.collation();
        List<BsonDocument> pipeline = new ArrayList<>(view.pipeline());
        String base = view.viewOn();
        for (int depth = 0; depth <= DEPTH_MAX; depth++) {
            ViewDefinition below = find(database, base);
            if (below == null) {
                return Optional.of(new ResolvedView(base, pipeline, collation));
            }
            pipeline.addAll(0, below.pipeline());
            base = below.viewOn();
        }
        throw tooDeep();
    }

    private static CommandError tooDeep() {
        return new CommandError(
                DEPTH_LIMIT_EXCEEDED,
                "ViewDepthLimitExceeded",
                "View depth too deep or view cycle detected; maximum depth is " + DEPTH_MAX);
    }

    public @Nullable ViewDefinition find(String database, String name) {
        Collection found = engine.find(new CollectionName(MongoCollections.FACE, database, name));
        return found == null || !ViewDefinition.isView(found.record()) ? null : ViewDefinition.of(found.record());
    }

    /**
     * Refuses a pipeline that reads a view of another collation.
     *
     * @param collation by which the pipeline compares
     */
    public void requireCollation(String database, List<BsonDocument> pipeline, Collation collation) {
        for (String name : ViewDefinition.readBy(pipeline)) {
            ViewDefinition view = find(database, name);
            if (view != null && !view.collation().equals(collation)) {
                throw new CommandError(
                        MongoCode.OPTION_NOT_SUPPORTED_ON_VIEW, "Cannot override a view's default collation");
            }
        }
    }

    /** The documents of a collection that is made when it is read; empty for any other. */
    public Optional<List<BsonDocument>> documents(String database, String name) {
        if (config.has(database, name)) {
            return Optional.of(config.documents(name));
        }
        return name.equals(SYSTEM_VIEWS) ? Optional.of(documents(database)) : Optional.empty();
    }

    private List<BsonDocument> documents(String database) {
        return all(database).values().stream().map(ViewDefinition::listed).toList();
    }

    private Map<String, ViewDefinition> all(String database) {
        Map<String, ViewDefinition> all = new LinkedHashMap<>();
        engine.collections(MongoCollections.FACE).stream()
                .filter(collection ->
                        collection.name().database().equals(database) && ViewDefinition.isView(collection.record()))
                .sorted(Comparator.comparing(collection -> collection.name().collection()))
                .forEach(collection -> all.put(collection.name().collection(), ViewDefinition.of(collection.record())));
        return all;
    }

    /**
     * Refuses a view that cannot be: one with a pipeline that does not compile or that writes, and one that would make
     * a circle or too long a chain of views.
     */
    public void check(ViewDefinition view) {
        String namespace = view.name().database() + "." + view.name().collection();
        boolean followsChanges = view.pipeline().stream().anyMatch(stage -> stage.containsKey("$changeStream"));
        if (followsChanges) {
            throw new CommandError(
                    MongoCode.OPTION_NOT_SUPPORTED_ON_VIEW, "$changeStream cannot be used in a view definition");
        }
        Pipeline pipeline = PipelineCompiler.compile(view.pipeline(), Variables.NONE.withCollation(view.collation()));
        pipeline.output().ifPresent(output -> {
            throw new CommandError(
                    MongoCode.OPTION_NOT_SUPPORTED_ON_VIEW,
                    "The aggregation stage " + output.name() + " in location "
                            + (view.pipeline().size() - 1)
                            + " of the pipeline cannot be used in the view definition of " + namespace
                            + " because it writes to disk");
        });
        Map<String, ViewDefinition> all = all(view.name().database());
        all.put(view.name().collection(), view);
        new Graph(all).check();
    }

    /** The graph of which view reads which. */
    private static final class Graph {
        private final Map<String, ViewDefinition> views;
        private final Map<String, Integer> heights = new HashMap<>();

        Graph(Map<String, ViewDefinition> views) {
            this.views = views;
        }

        void check() {
            views.keySet().forEach(name -> height(name, new ArrayList<>()));
        }

        /** Returns the number of views that stand one upon another up to this one. */
        private int height(String name, List<String> above) {
            ViewDefinition view = views.get(name);
            if (view == null) {
                return 0;
            }
            if (above.contains(name)) {
                above.add(name);
                throw cycle(view.name().database(), above.subList(above.indexOf(name), above.size()));
            }
            Integer known = heights.get(name);
            if (known != null) {
                return known;
            }
            if (above.size() > DEPTH_MAX) {
                throw tooDeep();
            }
            above.add(name);
            int below = 0;
            for (String read : view.reads()) {
                below = Math.max(below, height(read, above));
            }
            above.removeLast();
            if (below >= DEPTH_MAX) {
                throw tooDeep();
            }
            heights.put(name, below + 1);
            return below + 1;
        }

        private static CommandError cycle(String database, List<String> names) {
            String text = String.join(
                    " => ", names.stream().map(name -> database + "." + name).toList());
            return new CommandError(GRAPH_CONTAINS_CYCLE, "GraphContainsCycle", "View cycle detected: " + text);
        }
    }

    /** Returns the error for a write to a view. */
    public static CommandError isNoCollection(String database, String name) {
        return new CommandError(
                MongoCode.COMMAND_NOT_SUPPORTED_ON_VIEW,
                "Namespace " + database + "." + name + " is a view, not a collection");
    }
}
