package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Deadlines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A dry run as a tree of maps, lists, texts, numbers and truths, in which every face answers with it; what is null is left
 * out, and so are buckets in which nothing falls due.
 */
public final class DryRunTree {
    private static final long BUCKET_MILLIS = Duration.ofHours(1).toMillis();
    private static final int BUCKETS = 7 * 24;

    private static final Map<Long, String> NAMES = Map.of(
            0L,
            "now",
            Duration.ofHours(1).toMillis(),
            "withinHour",
            Duration.ofDays(1).toMillis(),
            "withinDay",
            Duration.ofDays(7).toMillis(),
            "withinWeek");

    private DryRunTree() {}

    /** The default range of a face's forecast: a week by the hour. */
    public static ForecastRange week(long now) {
        return ForecastRange.of(Math.floorDiv(now, BUCKET_MILLIS) * BUCKET_MILLIS, BUCKET_MILLIS, BUCKETS + 1);
    }

    /** @param keys how the face writes a key */
    public static Map<String, Object> of(DryRun run, Function<DocumentKey, String> keys) {
        return of(run, keys, FieldPath::dotted);
    }

    /**
     * Returns a dry run as such a tree.
     *
     * @param keys how the face writes a key
     * @param paths how it writes the path of a property
     */
    public static Map<String, Object> of(
            DryRun run, Function<DocumentKey, String> keys, Function<FieldPath, String> paths) {
        Map<String, Object> tree = new LinkedHashMap<>();
        putInstant(tree, "asOf", run.asOf());
        tree.put("exact", run.isExact());
        if (run.uncounted().documents() != 0) {
            tree.put("uncounted", amount(run.uncounted()));
        }
        Map<String, Object> expires = new LinkedHashMap<>();
        Map<String, Object> unchanged = new LinkedHashMap<>();
        for (DryRun.Reach reach : run.reaches()) {
            String name = name(reach.horizonMillis());
            expires.put(name, amount(reach.changed()));
            unchanged.put(name, amount(reach.unchanged()));
        }
        tree.put("expires", expires);
        tree.put("expiresUnchanged", unchanged);
        tree.put("broughtBack", amount(run.broughtBack()));
        putInstant(tree, "oldestDeadline", run.oldestDeadline());
        putInstant(tree, "newestDeadline", run.newestDeadline());
        List<Object> samples = new ArrayList<>();
        for (DryRun.Sample sample : run.samples()) {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("id", keys.apply(sample.key()));
            putInstant(named, "deadline", sample.deadline());
            named.put("bytes", sample.bytes());
            samples.add(named);
        }
        tree.put("samples", samples);
        if (run.concernsProperties()) {
            tree.put("properties", properties(run.properties(), keys, paths));
        }
        tree.put("before", forecast(run.before()));
        tree.put("after", forecast(run.after()));
        return tree;
    }

    private static String name(long horizonMillis) {
        return NAMES.getOrDefault(horizonMillis, "within" + horizonMillis);
    }

    private static Map<String, Object> properties(
            PropertyEffect effect, Function<DocumentKey, String> keys, Function<FieldPath, String> paths) {
        Map<String, Object> tree = amounts(effect.reaches(), effect.broughtBack());
        List<Object> losses = new ArrayList<>();
        for (PropertyLoss loss : effect.losses()) {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("path", paths.apply(loss.path()));
            named.putAll(amounts(loss.reaches(), loss.broughtBack()));
            List<Object> samples = new ArrayList<>();
            for (PropertyLoss.Sample sample : loss.samples()) {
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("id", keys.apply(sample.key()));
                putInstant(document, "deadline", sample.deadline());
                samples.add(document);
            }
            named.put("samples", samples);
            losses.add(named);
        }
        tree.put("paths", losses);
        return tree;
    }

    private static Map<String, Object> amounts(List<PropertyEffect.Reach> reaches, long broughtBack) {
        Map<String, Object> expires = new LinkedHashMap<>();
        Map<String, Object> unchanged = new LinkedHashMap<>();
        for (PropertyEffect.Reach reach : reaches) {
            expires.put(name(reach.horizonMillis()), reach.changed());
            unchanged.put(name(reach.horizonMillis()), reach.unchanged());
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("expires", expires);
        tree.put("expiresUnchanged", unchanged);
        tree.put("broughtBack", broughtBack);
        return tree;
    }

    private static Map<String, Object> forecast(Forecast forecast) {
        Map<String, Object> tree = new LinkedHashMap<>();
        putInstant(tree, "from", forecast.range().from());
        putInstant(tree, "until", forecast.range().until());
        tree.put("bucketMillis", forecast.range().bucketMillis());
        List<Object> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < forecast.buckets().size(); bucket++) {
            Amount due = forecast.buckets().get(bucket);
            if (due.documents() != 0) {
                Map<String, Object> named = new LinkedHashMap<>();
                putInstant(named, "from", forecast.range().begin(bucket));
                named.putAll(amount(due));
                buckets.add(named);
            }
        }
        tree.put("buckets", buckets);
        tree.put("hidden", amount(forecast.hidden()));
        tree.put("beyond", amount(forecast.beyond()));
        tree.put("never", amount(forecast.never()));
        if (!forecast.properties().isEmpty()) {
            tree.put("properties", properties(forecast));
        }
        return tree;
    }

    private static Map<String, Object> properties(Forecast forecast) {
        PropertyForecast properties = forecast.properties();
        List<Object> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < properties.buckets().size(); bucket++) {
            long due = properties.buckets().get(bucket);
            if (due != 0) {
                Map<String, Object> named = new LinkedHashMap<>();
                putInstant(named, "from", forecast.range().begin(bucket));
                named.put("properties", due);
                buckets.add(named);
            }
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("buckets", buckets);
        tree.put("hidden", properties.hidden());
        tree.put("beyond", properties.beyond());
        return tree;
    }

    private static Map<String, Object> amount(Amount amount) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("documents", amount.documents());
        tree.put("bytes", amount.bytes());
        return tree;
    }

    /** Leaves it out where there is none. */
    private static void putInstant(Map<String, Object> tree, String name, long millis) {
        if (millis == Deadlines.NO_DEADLINE || millis == Long.MIN_VALUE) {
            return;
        }
        Map<String, Object> instant = new LinkedHashMap<>();
        instant.put("iso", Instant.ofEpochMilli(millis).toString());
        instant.put("epochMillis", millis);
        tree.put(name, instant);
    }
}
