package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.BucketDelay;
import dev.mayfly.face.mongo.collection.CheckedIndexes;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.HashedPaths;
import dev.mayfly.face.mongo.collection.IndexConflicts;
import dev.mayfly.face.mongo.collection.IndexFitting;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.NumberedPaths;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.stream.ExpandedEvents;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.DuplicateKeys;
import dev.mayfly.face.mongo.write.WriteFailure;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Creates indexes over the existing documents, and waits until they are ready. */
public final class CreateIndexesCommand implements MongoCommand {
    @Override
    public String name() {
        return "createIndexes";
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "indexes",
                "commitQuorum",
                "ignoreUnknownIndexOptions",
                "dryRun",
                "maxExpire",
                CollectionIdentity.FIELD);
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
        MongoCollections collections = context.collections();
        Collation otherwise = collections
                .findAny(request.collectionName())
                .map(found -> CollectionSettings.collation(found.record()))
                .orElse(Collation.SIMPLE);
        MongoRelease release = context.services().settings().release();
        List<IndexSpec> specs = specs(request, otherwise, release);
        if (ExpiryChange.isDryRun(request)) {
            return rehearse(context, request, specs);
        }
        ReentrantLock changing = collections.changing(request.database(), name);
        changing.lock();
        try {
            boolean created = collections.findAny(request.collectionName()).isEmpty();
            Collection collection = collections.findOrCreateDefinition(request.collectionName());
            if (!created) {
                requireNewInTransaction(context, collection, specs);
            }
            IndexFitting.require(collection, specs);
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
     * A transaction may create indexes only on a collection that it has created, and before any other use of it: its
     * reads and writes are bound to the indexes that existed then.
     */
    private static void requireNewInTransaction(CommandContext context, Collection collection, List<IndexSpec> specs) {
        CommandContext.Statement statement = context.transaction();
        if (statement == null || statement.made().isUntouched(collection.name())) {
            return;
        }
        MongoRelease release = context.services().settings().release();
        boolean areThere = specs.stream().allMatch(spec -> IndexConflicts.isThere(collection.record(), spec, release));
        if (!areThere) {
            throw TransactionLimits.notSupported("Cannot create new indexes on existing collection "
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
        IndexFitting.require(collection, specs);
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

    private static void checkPartial(BsonDocument filter) {
        FilterCompiler.refuseDeadlines(FilterCompiler.compile(filter, Variables.NONE));
    }

    private static List<IndexSpec> specs(CommandRequest request, Collation otherwise, MongoRelease release) {
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

    /** Returns the failure, or null if there was none. */
    private static @Nullable WriteFailure create(
            Collection collection, List<IndexSpec> specs, boolean created, MongoRelease release, BsonBuilder reply) {
        int before = IndexListing.of(collection.record()).size();
        for (IndexSpec spec : specs) {
            if (!IndexConflicts.isThere(collection.record(), spec, release)) {
                IndexFitting.requireOnlyText(collection, spec);
                IndexFitting.requireRoom(collection, spec);
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

    /** An index with a numbered path that has met a document in which the number is ambiguous cannot be. */
    private static @Nullable WriteFailure refuseAmbiguous(Collection collection, IndexSpec spec) {
        NumberedPaths numbered =
                collection.record().index(spec.name()).map(NumberedPaths::of).orElse(new NumberedPaths(List.of()));
        if (numbered.isEmpty()) {
            return null;
        }
        return refuse(collection, spec, numbered::check);
    }

    /** Drops the index if some document does not pass. */
    private static @Nullable WriteFailure refuse(Collection collection, IndexSpec spec, Consumer<View> check) {
        try (DocumentCursor all = collection.scan(collection.reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document each = all.next(); each != null; each = all.next()) {
                check.accept(each.view());
            }
            return null;
        } catch (CommandError ambiguous) {
            collection.definition().dropIndex(spec.name());
            return WriteFailure.of(ambiguous)
                    .within("Index build failed: Collection "
                            + collection.name().database() + "."
                            + collection.name().collection());
        }
    }

    /** An index that has met a document that it cannot hold cannot be. */
    private static @Nullable WriteFailure refuseUnfit(Collection collection, IndexSpec spec) {
        CheckedIndexes made =
                collection.record().index(spec.name()).map(CheckedIndexes::of).orElse(CheckedIndexes.NONE);
        return made.isEmpty() ? null : refuse(collection, spec, made::check);
    }

    /** Returns the failure, or null if there was none. */
    private static @Nullable WriteFailure build(Collection collection, IndexSpec spec) {
        IndexRequest request = BucketDelay.kept(collection.record(), spec.request());
        try {
            collection.definition().createIndex(request);
            refuseArrays(collection, spec);
            WriteFailure ambiguous = refuseAmbiguous(collection, spec);
            return ambiguous == null ? refuseUnfit(collection, spec) : ambiguous;
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
