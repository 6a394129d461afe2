package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.IndexRequest;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.Release;
import dev.mayfly.face.mongo.collection.Capped;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.HashedPaths;
import dev.mayfly.face.mongo.collection.IndexConflicts;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.language.FilterCompiler;
import dev.mayfly.face.mongo.language.ShellText;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.stream.ExpandedEvents;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.DuplicateKeys;
import dev.mayfly.face.mongo.write.WriteFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Makes indexes, each over what is there already, and waits until they are ready. */
final class CreateIndexesCommand implements MongoCommand {
    /** Of one collection, that on its ids included. */
    private static final int INDEXES_MAX = 64;

    @Override
    public String name() {
        return "createIndexes";
    }

    @Override
    public Set<String> fields() {
        return Set.of("indexes", "commitQuorum", "ignoreUnknownIndexOptions", "dryRun", "maxExpire");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoCollections.requireWritable(request.collectionName());
        String name = request.collection();
        if (request.namespace().equals("config.transactions")) {
            throw new CommandError(MongoCode.ILLEGAL_OPERATION, "not allowed to create index on config.transactions");
        }
        MongoCollections collections = context.services().collections();
        Collation otherwise = collections
                .find(request.database(), name)
                .map(found -> CollectionSettings.collation(found.record()))
                .orElse(Collation.SIMPLE);
        Release release = context.services().settings().release();
        List<IndexSpec> specs = specs(request, otherwise, release);
        if (ExpiryChange.isDryRun(request)) {
            return rehearse(context, request, specs);
        }
        ReentrantLock changing = collections.changing(request.database(), name);
        changing.lock();
        try {
            boolean created = collections.find(request.database(), name).isEmpty();
            Collection collection = collections.findOrCreate(request.database(), name);
            if (created) {
                context.collections().belongsToTransaction(collection);
            } else {
                requireNewInTransaction(context, collection, specs);
            }
            requireFitting(collection, specs);
            Set<BsonDocument> before = Set.copyOf(IndexListing.of(collection.record()));
            try {
                BsonBuilder reply = new BsonBuilder();
                WriteFailure failure =
                        create(ExpiryChange.of(collection, request).collection(), specs, created, release, reply);
                return failure == null ? Reply.ok(reply) : failure.reply();
            } finally {
                List<BsonDocument> made = IndexListing.of(collection.record()).stream()
                        .filter(index -> !before.contains(index))
                        .toList();
                new ExpandedEvents(collections).indexes(collection, name(), made);
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * A transaction makes indexes where it has made the collection, before it does anything else with it: what it has
     * read and written is bound to the indexes that were there.
     */
    private static void requireNewInTransaction(CommandContext context, Collection collection, List<IndexSpec> specs) {
        CommandContext.Statement statement = context.transaction();
        if (statement == null || statement.made().isUntouched(collection.name())) {
            return;
        }
        Release release = context.services().settings().release();
        boolean areThere = specs.stream().allMatch(spec -> IndexConflicts.isThere(collection.record(), spec, release));
        if (!areThere) {
            throw TransactionCommand.notSupported("Cannot create new indexes on existing collection "
                    + collection.name().database() + "." + collection.name().collection()
                    + " in a multi-document transaction.");
        }
    }

    /** Does all that the command does, but for the write. */
    private static Reply rehearse(CommandContext context, CommandRequest request, List<IndexSpec> specs) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist"));
        requireFitting(collection, specs);
        ExpiryChange rehearsed = ExpiryChange.of(collection, request);
        BsonBuilder reply = new BsonBuilder();
        create(
                rehearsed.collection(),
                specs,
                false,
                context.services().settings().release(),
                reply);
        rehearsed.answer(reply, context.now());
        return Reply.ok(reply);
    }

    /** Refuses what no index of this kind of collection may be. */
    private static void requireFitting(Collection collection, List<IndexSpec> specs) {
        boolean capped = Capped.of(collection.record()) != null;
        if (capped && specs.stream().anyMatch(spec -> spec.expireAfterSeconds().isPresent())) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, "Cannot create TTL index on a capped collection");
        }
        TimeSeries series = TimeSeries.of(collection.record());
        if (series != null) {
            specs.forEach(series::checkIndex);
        }
    }

    private static void checkPartial(BsonDocument filter) {
        FilterCompiler.refuseDeadlines(FilterCompiler.compile(filter, Variables.NONE));
    }

    private static List<IndexSpec> specs(CommandRequest request, Collation otherwise, Release release) {
        boolean lenient = request.bool("ignoreUnknownIndexOptions", false);
        List<IndexSpec> specs = new ArrayList<>();
        for (View spec : request.documents("indexes")) {
            IndexSpec parsed = IndexSpec.of(spec.toBsonValue().asDocument(), lenient, otherwise, release);
            parsed.partialFilter().ifPresent(CreateIndexesCommand::checkPartial);
            specs.add(parsed);
        }
        if (specs.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Must specify at least one index to create");
        }
        return specs;
    }

    /** What stood in its way, or null. */
    private static @Nullable WriteFailure create(
            Collection collection, List<IndexSpec> specs, boolean created, Release release, BsonBuilder reply) {
        int before = IndexListing.of(collection.record()).size();
        for (IndexSpec spec : specs) {
            if (!IndexConflicts.isThere(collection.record(), spec, release)) {
                requireRoom(collection, spec);
                WriteFailure failure = build(collection, spec);
                if (failure != null) {
                    return failure;
                }
            }
        }
        int after = IndexListing.of(collection.record()).size();
        if (specs.stream().anyMatch(IndexSpec::isLifetime)) {
            // As the service answers whose index this is.
            reply.text("_t", "CreateIndexesResponse");
        }
        reply.int32("numIndexesBefore", before)
                .int32("numIndexesAfter", after)
                .bool("createdCollectionAutomatically", created);
        if (before == after) {
            reply.text("note", "all indexes already exist");
        }
        return null;
    }

    private static void requireRoom(Collection collection, IndexSpec spec) {
        if (IndexListing.of(collection.record()).size() >= INDEXES_MAX) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX,
                    "add index fails, too many indexes for " + collection.name().database() + "."
                            + collection.name().collection() + " key:" + ShellText.of(spec.key()));
        }
    }

    /** An index of hashes that has met an array cannot be. */
    private static void refuseArrays(Collection collection, IndexSpec spec) {
        boolean metArray = spec.isHashed()
                && collection
                        .record()
                        .index(spec.name())
                        .map(IndexDefinition::multikey)
                        .orElse(false);
        if (metArray) {
            collection.definition().dropIndex(spec.name());
            throw HashedPaths.refusal(spec.key().getFirstKey());
        }
    }

    /** What stood in its way, or null. */
    private static @Nullable WriteFailure build(Collection collection, IndexSpec spec) {
        IndexRequest request = spec.request();
        try {
            collection.definition().createIndex(request);
            refuseArrays(collection, spec);
            return null;
        } catch (EngineException failure) {
            byte[] duplicate = MongoErrors.duplicateValueOf(failure.error());
            if (duplicate != null) {
                return DuplicateKeys.ofBuild(collection, request, spec.key(), duplicate)
                        .within("Index build failed: Collection "
                                + collection.name().database() + "."
                                + collection.name().collection());
            }
            throw failure;
        }
    }
}
