package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.ShardStatistics;
import dev.mayfly.engine.StoredSize;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.ConfigDatabase;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.ShardKey;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.WrongType;
import dev.mayfly.face.mongo.language.aggregation.SourceStage;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The size of a collection. Counts leave expired documents out; sizes are of what is stored. */
final class CollectionStatistics {
    private static final Set<String> OPTIONS = Set.of("latencyStats", "storageStats", "count", "queryExecStats");

    private CollectionStatistics() {}

    static BsonDocument ofStage(CommandContext context, CommandRequest request, SourceStage stage) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(
                        MongoCode.NAMESPACE_NOT_FOUND, "Collection [" + request.namespace() + "] not found."));
        BsonDocument asked = asked(stage);
        BsonDocument row = new BsonDocument("ns", new BsonString(request.namespace()))
                .append("host", new BsonString(context.services().settings().hostName()))
                .append("localTime", new BsonDateTime(context.now()));
        BsonValue latency = asked.get("latencyStats");
        if (latency != null) {
            row.append(
                    "latencyStats",
                    context.services().usages().of(collection.name()).latencies(wantsHistograms(latency)));
        }
        BsonValue storage = asked.get("storageStats");
        if (storage != null) {
            row.append("storageStats", storage(collection, context.instant(), scale(storage)));
        }
        if (asked.containsKey("count")) {
            row.append("count", new BsonInt64(collection.count(collection.reading(context.instant()))));
        }
        if (asked.containsKey("queryExecStats")) {
            BsonInt64 scans = new BsonInt64(collection.indexUse().scans());
            BsonDocument counts = new BsonDocument("total", scans).append("nonTailable", scans);
            row.append("queryExecStats", new BsonDocument("collectionScans", counts));
        }
        return row;
    }

    /** One row for each shard, as a mongos has them. */
    static List<BsonDocument> ofShards(CommandContext context, CommandRequest request, SourceStage stage) {
        BsonDocument whole = ofStage(context, request, stage);
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow();
        BsonValue storage = asked(stage).get("storageStats");
        List<BsonDocument> hosts =
                context.services().collections().views().config().shards();
        List<BsonDocument> rows = new ArrayList<>();
        for (ShardStatistics shard : collection.shardStatistics()) {
            BsonDocument row = new BsonDocument("ns", whole.get("ns"))
                    .append("shard", new BsonString(ConfigDatabase.shardName(shard.shard())));
            row.putAll(whole);
            if (shard.shard() < hosts.size()) {
                row.put("host", hosts.get(shard.shard()).get("host"));
            }
            if (storage != null) {
                row.put("storageStats", ofShard(whole.getDocument("storageStats"), shard, scale(storage)));
            }
            if (whole.containsKey("count")) {
                row.put("count", new BsonInt64(live(shard)));
            }
            rows.add(row);
        }
        return rows;
    }

    /** What {@code collStats} tells of a collection besides the sums, where there are shards. */
    static BsonDocument shards(Collection collection, BsonDocument sums, long scale) {
        BsonDocument shards = new BsonDocument();
        for (ShardStatistics shard : collection.shardStatistics()) {
            shards.append(ConfigDatabase.shardName(shard.shard()), ofShard(sums, shard, scale));
        }
        boolean isDivided = ShardKey.of(collection) != null;
        BsonDocument told = new BsonDocument("sharded", BsonBoolean.valueOf(isDivided));
        if (!isDivided) {
            told.append("primary", new BsonString(ConfigDatabase.shardName(0)));
        }
        return told.append("nchunks", new BsonInt32(shards.size())).append("shards", shards);
    }

    private static long live(ShardStatistics shard) {
        return Math.max(0, shard.documents() - shard.hidden().documents());
    }

    /** The statistics of the whole, with the sizes of a shard. */
    private static BsonDocument ofShard(BsonDocument whole, ShardStatistics shard, long scale) {
        BsonDocument sizes = whole.clone();
        sizes.put("size", scaled(shard.bytes(), scale));
        sizes.put("count", new BsonInt64(live(shard)));
        sizes.put("avgObjSize", new BsonInt64(shard.documents() == 0 ? 0 : shard.bytes() / shard.documents()));
        sizes.put("storageSize", scaled(shard.bytes(), scale));
        sizes.put("totalSize", scaled(shard.bytes(), scale));
        return sizes;
    }

    private static BsonDocument asked(SourceStage stage) {
        if (!stage.argument().isDocument()) {
            throw new CommandError(
                    5447000,
                    "Location5447000",
                    "$collStats must take a nested object but found: "
                            + ShellText.of(new BsonDocument(stage.name(), stage.argument())));
        }
        for (String option : stage.argument().asDocument().keySet()) {
            if (!OPTIONS.contains(option)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '$collStats." + option + "' is an unknown field.");
            }
        }
        requireDocument(stage.argument().asDocument(), "count", 40480);
        requireDocument(stage.argument().asDocument(), "queryExecStats", 31141);
        return stage.argument().asDocument();
    }

    /** Refuses a part that is asked for by anything but a document. */
    private static void requireDocument(BsonDocument asked, String part, int code) {
        BsonValue value = asked.get(part);
        if (value != null && !value.isDocument()) {
            throw new CommandError(
                    code,
                    "Location" + code,
                    part + " argument must be an object, but got " + ShellText.of(value) + " of type "
                            + TypeNames.of(value));
        }
    }

    private static boolean wantsHistograms(BsonValue latency) {
        if (!latency.isDocument()) {
            throw WrongType.of("$collStats.latencyStats", latency, "object");
        }
        BsonValue histograms = latency.asDocument().get("histograms");
        if (histograms != null && !histograms.isBoolean()) {
            throw WrongType.of("$collStats.latencyStats.histograms", histograms, "bool");
        }
        return histograms != null && histograms.asBoolean().getValue();
    }

    private static long scale(BsonValue storage) {
        BsonValue scale = storage.isDocument() ? storage.asDocument().get("scale") : null;
        if (scale != null && !scale.isNumber()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field '$collStats.storageStats.scale' is the wrong type '" + TypeNames.of(scale)
                            + "', expected types '[long, int, decimal, double]'");
        }
        return scale == null ? 1 : scale.asNumber().longValue();
    }

    static BsonDocument storage(Collection collection, ReadInstant at, long scale) {
        long documents = collection.count(collection.reading(at));
        StoredSize stored = collection.storedSize();
        long average = stored.documents() == 0 ? 0 : stored.bytes() / stored.documents();
        BsonDocument sizes = new BsonDocument(IndexListing.ID_INDEX, new BsonInt64(0));
        for (IndexDefinition index : IndexListing.made(collection.record())) {
            sizes.append(index.name(), new BsonInt64(0));
        }
        CappedLimits bounds = CappedLimits.of(collection.record());
        boolean capped = bounds != null && bounds.isComplete();
        BsonDocument statistics = new BsonDocument("size", scaled(stored.bytes(), scale))
                .append("count", new BsonInt64(documents))
                .append("avgObjSize", new BsonInt64(average))
                .append("numOrphanDocs", new BsonInt32(0))
                .append("storageSize", scaled(stored.bytes(), scale))
                .append("freeStorageSize", new BsonInt64(0))
                .append("capped", BsonBoolean.valueOf(capped))
                .append(
                        "nindexes",
                        new BsonInt32(IndexListing.of(collection.record()).size()))
                .append("indexBuilds", builds(collection))
                .append("totalIndexSize", new BsonInt64(0))
                .append("totalSize", scaled(stored.bytes(), scale))
                .append("indexSizes", sizes)
                .append("scaleFactor", new BsonInt32((int) scale));
        CappedLimits.append(statistics, collection.record(), scale);
        return statistics;
    }

    /** Returns the statistics of a missing collection. */
    static BsonDocument none(long scale) {
        return new BsonDocument("size", new BsonInt64(0))
                .append("count", new BsonInt64(0))
                .append("numOrphanDocs", new BsonInt32(0))
                .append("storageSize", new BsonInt64(0))
                .append("totalSize", new BsonInt64(0))
                .append("nindexes", new BsonInt32(0))
                .append("totalIndexSize", new BsonInt64(0))
                .append("indexDetails", new BsonDocument())
                .append("indexSizes", new BsonDocument())
                .append("scaleFactor", new BsonInt32((int) scale));
    }

    private static BsonInt64 scaled(long bytes, long scale) {
        return new BsonInt64(bytes / Math.max(1, scale));
    }

    private static BsonArray builds(Collection collection) {
        return new BsonArray(collection.definition().builds().stream()
                .map(build -> new BsonString(build.index()))
                .toList());
    }
}
