package dev.mayfly.face.cosmos.throughput;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.sweep.PurgeBudget;
import dev.mayfly.face.api.ThroughputUsage;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.Offers;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the throughput that containers are provided with: requests beyond it are answered with 429, and the purge of expired
 * items takes only what requests leave over. Time is that of the server, so a virtual clock fills the buckets as it is wound.
 *
 * <p>A change of an offer counts within a second. Of several servers each keeps its part.
 */
public final class ThroughputLimiter implements UnitMeter, PurgeBudget {
    /** What the service provides where nothing was asked for. */
    private static final int USUAL_UNITS = 400;

    private static final long REREAD_MILLIS = 1_000;

    private final Engine engine;
    private final Offers offers;
    private @Nullable Containers containers;
    /** By the resource id of the container or database whose units they are. */
    private final Map<String, Kept> budgets = new ConcurrentHashMap<>();

    /** By the resource id of the container that a request is about. */
    private final Map<String, Payer> payers = new ConcurrentHashMap<>();

    /** A budget, and whom it belongs to. */
    private record Kept(ThroughputBudget budget, String database, String container) {}

    /** The budget that pays for a container, and when that was read. */
    private record Payer(ThroughputBudget budget, long readAt) {}

    public ThroughputLimiter(Engine engine, Offers offers) {
        this.engine = engine;
        this.offers = offers;
    }

    /** Makes purges of the containers' expired items take what requests leave over. */
    public void limitPurges(Containers found) {
        containers = found;
        engine.sweeper().limitBy(Metadata.FACE, this);
    }

    @Override
    public void admit(Container container, int range) {
        long wait = waitMillis(container, range, 0);
        if (wait > 0) {
            throw CosmosErrors.tooManyRequests(wait);
        }
    }

    @Override
    public long waitMillis(Container container, int range, double owed) {
        long now = now();
        return budget(container, now).waitMillis(range, owed, now);
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public void spend(Container container, int range, double units) {
        long now = now();
        budget(container, now).take(range, units, now);
    }

    @Override
    public double left(Container container, int range) {
        long now = now();
        return budget(container, now).left(range, now);
    }

    @Override
    public int documents(CollectionName collection, int shard, int wanted) {
        Container container = find(collection);
        if (container == null) {
            return wanted;
        }
        long now = now();
        double left = budget(container, now).leftOver(shard, now);
        return (int) Math.min(
                wanted, left / price(container.collection().storedSize().meanBytes()));
    }

    @Override
    public void destroyed(CollectionName collection, int shard, int documents, long bytes) {
        Container container = find(collection);
        if (container != null && documents > 0) {
            long now = now();
            budget(container, now).takeForPurge(shard, documents * price(bytes / documents), now);
        }
    }

    private static double price(long bytes) {
        return RequestUnits.delete(bytes, 0);
    }

    private @Nullable Container find(CollectionName name) {
        Containers known = containers;
        return known == null ? null : known.find(name.database(), name.collection());
    }

    /** Returns what has become of the units of everything that was used since the start, by name. */
    public List<ThroughputUsage> usage() {
        List<ThroughputUsage> all = new ArrayList<>();
        for (Kept kept : budgets.values()) {
            ThroughputBudget budget = kept.budget;
            all.add(new ThroughputUsage(
                    kept.database,
                    kept.container,
                    budget.provided(),
                    budget.used(),
                    budget.purged(),
                    budget.throttled()));
        }
        all.sort(Comparator.comparing(ThroughputUsage::database).thenComparing(ThroughputUsage::container));
        return all;
    }

    private long now() {
        return engine.clock().wallMillis();
    }

    private ThroughputBudget budget(Container container, long now) {
        Payer known = payers.get(container.rid());
        if (known != null && now - known.readAt < REREAD_MILLIS) {
            return known.budget;
        }
        ThroughputBudget budget = read(container, now);
        payers.put(container.rid(), new Payer(budget, now));
        return budget;
    }

    /** Reads who pays for a container: its own offer, that of its database, or what is usual. */
    private ThroughputBudget read(Container container, long now) {
        OptionalInt own = offers.provided(container.rid());
        OptionalInt ofAll = own.isPresent() ? OptionalInt.empty() : offers.provided(container.databaseRid());
        if (ofAll.isPresent()) {
            return keep(container.databaseRid(), container, "", 1, ofAll.getAsInt(), now);
        }
        int ranges = container.ranges().count();
        return keep(container.rid(), container, container.id(), ranges, own.orElse(USUAL_UNITS), now);
    }

    private ThroughputBudget keep(String owner, Container container, String name, int ranges, int units, long now) {
        double own = (double) units / Math.max(1, engine.nodes().live().size());
        return budgets.compute(owner, (_, before) -> {
                    boolean fits = before != null && before.budget.ranges() == ranges;
                    ThroughputBudget budget = fits ? before.budget : new ThroughputBudget(ranges, own, now);
                    budget.provide(own, now);
                    return new Kept(budget, container.collection().name().database(), name);
                })
                .budget;
    }
}
