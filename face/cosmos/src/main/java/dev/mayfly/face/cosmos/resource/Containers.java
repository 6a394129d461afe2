package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Catalog.CollectionOptions;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.RestOperation;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The containers of all databases: found, made, changed and deleted. Safe for concurrent use. */
public final class Containers {
    /** The constant properties that the system gives a container. */
    private static final List<String> KEPT =
            List.of("_rid", "_self", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts");

    /** The number of parsed definitions kept. */
    private static final int OPENED_MAX = 10_000;

    private final Metadata metadata;
    private final Engine engine;
    private final Databases databases;
    private final ContainerIndexes indexes;
    private final CascadeDelete cascade;
    private final UnitMeter meter;
    /** Definitions as last read; a caller that finds the record changed reads it again. */
    private final Map<CollectionName, Opened> opened = new ConcurrentHashMap<>();

    private record Opened(byte[] options, List<PropertyRule> properties, Container container) {}

    /** @param meter of the requests about items */
    public Containers(Metadata metadata, Databases databases, ContainerIndexes indexes, UnitMeter meter) {
        this.metadata = metadata;
        this.engine = metadata.engine();
        this.databases = databases;
        this.indexes = indexes;
        this.meter = meter;
        this.cascade = new CascadeDelete(engine, new StoredResources(metadata));
        engine.collections(Metadata.FACE).forEach(this::settle);
    }

    /** An operation on the items of the container that the link names, which its throughput pays for. */
    public RestOperation within(ContainerOperation operation) {
        return operation(operation, meter);
    }

    /** The meter of the requests about items. */
    public UnitMeter meter() {
        return meter;
    }

    /** An operation on what lies in the container that the link names, for which nobody pays. */
    public RestOperation unmetered(ContainerOperation operation) {
        return operation(operation, UnitMeter.NONE);
    }

    private RestOperation operation(ContainerOperation operation, UnitMeter paying) {
        return new RestOperation() {
            @Override
            public CosmosResponse answer(CosmosRequest request) {
                Container container = requireOwner(request);
                int named = container.ranges().ofRequest(request);
                paying.admit(container, named);
                try {
                    CosmosResponse response = operation.answer(request, container);
                    paying.spend(container, named, response.charge());
                    return response.range(Math.max(0, named));
                } catch (CosmosException failure) {
                    paying.spend(container, named, RequestUnits.ofFailure(failure.status()));
                    throw failure;
                }
            }

            @Override
            public boolean isBounded(CosmosRequest request) {
                return operation.isBounded(request);
            }
        };
    }

    /** The container that a request about something in it names. */
    public Container requireOwner(CosmosRequest request) {
        Container container = find(request.link().database(), request.link().container());
        if (container == null) {
            throw CosmosErrors.ownerMissing();
        }
        String intended = request.fields().given(RequestField.INTENDED_CONTAINER_RID);
        if (intended != null && !intended.equals(container.rid())) {
            throw CosmosErrors.wrongContainer();
        }
        return container;
    }

    /** The container that a request is about. */
    Container require(CosmosRequest request) {
        Container container = find(request.link().database(), request.link().container());
        if (container == null) {
            databases.requireOwner(request.link().database());
            throw CosmosErrors.notFound();
        }
        return container;
    }

    /** Finds a container by names, or by resource ids that are not names; null if there is none. */
    public @Nullable Container find(String database, String container) {
        Collection named = engine.find(new CollectionName(Metadata.FACE, database, container));
        return named != null ? open(named) : byRid(container);
    }

    private @Nullable Container byRid(String rid) {
        byte[] bytes = ResourceId.bytes(rid);
        if (bytes == null || bytes.length != 8) {
            return null;
        }
        for (Collection collection : engine.collections(Metadata.FACE)) {
            Container container = open(collection);
            if (container.rid().equals(rid)) {
                return container;
            }
        }
        return null;
    }

    private Container open(Collection collection) {
        byte[] options = collection.record().options();
        List<PropertyRule> properties = collection.record().policy().current().properties();
        Opened known = opened.get(collection.name());
        boolean isKnown = known != null
                && Arrays.equals(known.options, options)
                && known.properties.equals(properties)
                && known.container.collection() == collection;
        if (known != null && isKnown) {
            return known.container;
        }
        Container container = Container.of(collection, options);
        if (opened.size() >= OPENED_MAX) {
            opened.clear();
        }
        opened.put(collection.name(), new Opened(options, properties, container));
        return container;
    }

    /** Returns the containers of one database, by id. */
    List<Container> of(Database database) {
        List<Container> containers = new ArrayList<>();
        for (Collection collection : engine.collections(Metadata.FACE)) {
            if (collection.name().database().equals(database.id())) {
                containers.add(open(collection));
            }
        }
        containers.sort(Comparator.comparing(Container::id));
        return containers;
    }

    Container create(Database database, ContainerDefinition definition) {
        return create(database, definition, engine.usualShards());
    }

    /** @param shards among which the positions of hashed partition keys are divided; others lie in one */
    Container create(Database database, ContainerDefinition definition, int shards) {
        synchronized (metadata) {
            if (!databases.has(database)) {
                throw CosmosErrors.ownerMissing();
            }
            CollectionName name = new CollectionName(Metadata.FACE, database.id(), definition.id());
            if (engine.find(name) != null) {
                throw CosmosErrors.exists();
            }
            byte[] ridBytes = ResourceId.container(database.ridBytes(), metadata.nextNumber());
            String rid = ResourceId.text(ridBytes);
            ObjectNode json = definition.json().deepCopy();
            metadata.stamp(json, rid, database.self() + "colls/" + rid + "/");
            json.put("_docs", "docs/").put("_sprocs", "sprocs/").put("_triggers", "triggers/");
            json.put("_udfs", "udfs/").put("_conflicts", "conflicts/");
            List<IndexRequest> made = new ArrayList<>(indexes.of(definition));
            made.addAll(PropertyQueues.of(definition));
            CollectionOptions options = new CollectionOptions(
                    DocumentFormat.JSON,
                    BaseInstant.WHOLE_SECOND,
                    CosmosJson.bytes(PropertyTtl.stored(json)),
                    List.of(QueueIds.INHERIT, QueueIds.FOR),
                    Policy.NONE.withRules(PropertyQueues.rules(made, definition)),
                    made);
            ChangeKeeping changes = ChangeKeeping.recencyAndHistory(definition.retentionMillis());
            int divided = definition.hash() == EffectivePartitionKey.RANGE ? 1 : shards;
            Collection created =
                    engine.catalog().create(name, options.keeping(changes).inShards(divided));
            PropertyTtl.apply(created, json);
            return open(created);
        }
    }

    /**
     * Replaces a container's definition, and with it the rule of expiry. If a process ends after it has changed the
     * indexes and the history but not the definition, the next process repairs them.
     */
    Container replace(Container container, ContainerDefinition changed, CosmosRequest request) {
        Collection collection = container.collection();
        synchronized (collection) {
            Container current = open(collection);
            Preconditions.require(request, current.json());
            ObjectNode json = changed.json().deepCopy();
            KEPT.forEach(name -> json.set(name, current.json().get(name)));
            metadata.restamp(json);
            try {
                // All checks that may refuse come before any change, except that of queues that nothing rests on yet.
                PropertyQueues.prepare(collection, changed);
                PolicyChange whole = new PolicyChange();
                change(collection.collecting(whole), current, changed, json);
                collection.allowing(ExpiryChange.allowed(request)).definition().requireAllowed(whole);
                change(collection.allowing(ExpireLimit.NONE), current, changed, json);
                if (current.definition().losesVectorIndex(changed)) {
                    collection.vectors().forget();
                }
            } finally {
                PropertyQueues.retire(
                        collection,
                        open(collection).definition(),
                        engine.clock().guardedMillis());
            }
            return open(collection);
        }
    }

    /** Does work while no request replaces the definition of the container. */
    public void alone(Collection collection, Runnable work) {
        synchronized (collection) {
            try {
                work.run();
            } finally {
                PropertyQueues.retire(
                        collection,
                        open(collection).definition(),
                        engine.clock().guardedMillis());
            }
        }
    }

    /**
     * Puts an edited definition in place of a container's, as a request that replaces it would.
     *
     * @param collecting the container's collection, through which a change is collected
     */
    public void redefine(Collection collecting, Consumer<ObjectNode> edit) {
        Container current = Container.of(collecting, collecting.record().options());
        ObjectNode edited = current.json().deepCopy();
        edit.accept(edited);
        ContainerDefinition changed = current.definition().replacedBy(edited);
        ObjectNode json = changed.json().deepCopy();
        KEPT.forEach(name -> json.set(name, current.json().get(name)));
        metadata.restamp(json);
        change(collecting, current, changed, json);
    }

    private void change(Collection collection, Container current, ContainerDefinition changed, ObjectNode json) {
        indexes.change(collection, current.definition(), changed);
        collection.definition().keepHistory(changed.retentionMillis());
        PropertyQueues.prepare(collection, changed);
        List<Rule> rules = PropertyQueues.rules(collection.record(), changed);
        collection
                .definition()
                .changePolicy(policy -> policy.withRules(rules), CosmosJson.bytes(PropertyTtl.stored(json)));
        PropertyTtl.apply(collection, json);
    }

    /** Returns the expiry that replacing a container's definition would cause. */
    DryRun dryRun(Container container, ContainerDefinition changed, CosmosRequest request) {
        Container current = open(container.collection());
        Preconditions.require(request, current.json());
        PolicyChange change = new PolicyChange();
        Collection collecting = container.collection().collecting(change);
        change(collecting, current, changed, changed.json());
        long now = engine.clock().wallMillis();
        return collecting.forecasts().dryRun(change, DryRunTree.week(now), ScanProgress.NONE);
    }

    /** Completes changes that the last process left half done. */
    private void settle(Collection collection) {
        ContainerDefinition definition = open(collection).definition();
        indexes.change(collection, definition, definition);
        collection.definition().keepHistory(definition.retentionMillis());
        PropertyQueues.prepare(collection, definition);
        List<Rule> rules = PropertyQueues.rules(collection.record(), definition);
        if (!collection.record().policy().current().rules().equals(rules)) {
            collection.allowing(ExpireLimit.NONE).definition().changePolicy(policy -> policy.withRules(rules));
        }
        PropertyQueues.retire(collection, definition, engine.clock().guardedMillis());
    }

    public void delete(Container container) {
        synchronized (metadata) {
            engine.catalog().drop(container.collection().name());
            cascade.deleteOf(container);
            opened.remove(container.collection().name());
        }
    }
}
