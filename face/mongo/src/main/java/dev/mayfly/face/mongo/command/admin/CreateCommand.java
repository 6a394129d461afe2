package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.CollectionExpiry;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.PowerOf2Sizes;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Makes a plain collection; the other kinds are refused by name. */
public final class CreateCommand implements MongoCommand {
    private static final List<String> NOT_BUILT = List.of("encryptedFields");

    @Override
    public String name() {
        return "create";
    }

    /** The engines whose options a collection may be made with: MongoDB's, and the one that the server names as its own. */
    private static final Set<String> ENGINES = Set.of("wiredTiger", "mayfly");

    @Override
    public Set<String> fields() {
        return Set.of(
                "capped",
                "autoIndexId",
                "idIndex",
                "size",
                "max",
                "storageEngine",
                "validator",
                "validationLevel",
                "validationAction",
                "indexOptionDefaults",
                "viewOn",
                "pipeline",
                "collation",
                StreamImages.OPTION,
                "timeseries",
                "clusteredIndex",
                "expireAfterSeconds",
                "encryptedFields",
                "temp",
                PowerOf2Sizes.OPTION,
                "flags");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        KindFields.check(request);
        CappedFields.check(request);
        checkStorageEngine(request);
        for (String option : NOT_BUILT) {
            if (request.has(option)) {
                throw refused(option);
            }
        }
        boolean isKind = ViewFields.isOfView(request) || request.has("timeseries");
        if (context.transaction() != null && isKind) {
            throw TransactionLimits.notSupported(
                    "Cannot create a view or a time-series collection in a multi-document" + " transaction.");
        }
        if (ViewFields.isOfView(request)) {
            ViewFields.lockedBy(
                    context,
                    request,
                    () -> create(
                            context,
                            request,
                            ViewFields.create(context, request).options(),
                            OptionalLong.empty()));
        } else {
            OptionalLong seconds = KindFields.seconds(context, request);
            BsonDocument options = options(request);
            PowerOf2Sizes.create(request, context.services().settings().release(), options);
            create(context, request, options, seconds);
        }
        return Reply.ok();
    }

    private static void create(
            CommandContext context, CommandRequest request, BsonDocument options, OptionalLong seconds) {
        Collection made;
        try {
            MongoCollections collections = context.services().collections();
            made = options.containsKey("capped")
                    ? collections.createCapped(request.database(), request.collection(), options)
                    : collections.create(request.database(), request.collection(), options);
            context.collections().belongsToTransaction(made);
        } catch (EngineException failure) {
            if (MongoErrors.codeOf(failure.error()) != MongoCode.NAMESPACE_EXISTS) {
                throw failure;
            }
            requireAlike(context, request, options, seconds);
            return;
        }
        String field = CollectionExpiry.field(made.record());
        if (field != null && seconds.isPresent()) {
            CollectionExpiry.set(made, field, seconds.getAsLong());
        }
    }

    /** A collection that is there already counts as made if its options are those of the request. */
    private static void requireAlike(
            CommandContext context, CommandRequest request, BsonDocument options, OptionalLong seconds) {
        if (context.collections().isHidden(request.collectionName())) {
            throw new CommandError(
                    MongoCode.WRITE_CONFLICT, "a transaction that is still open has made the collection");
        }
        boolean isAlike = context.transaction() == null
                && context.services().settings().release() != MongoRelease.V3_6
                && context.collections()
                        .findAny(request.collectionName())
                        .filter(there -> CollectionSettings.options(there.record())
                                        .equals(options)
                                && CollectionExpiry.seconds(there.record()).equals(seconds))
                        .isPresent();
        if (!isAlike) {
            throw new CommandError(
                    MongoCode.NAMESPACE_EXISTS, "Collection " + request.namespace() + " already exists.");
        }
    }

    private static BsonDocument options(CommandRequest request) {
        BsonDocument options = new BsonDocument();
        CappedFields.append(request, options);
        KindFields.append(request, options);
        Collation collation =
                request.tree("collation").map(CollationSpec::required).orElse(Collation.SIMPLE);
        if (!collation.isSimple()) {
            options.append("collation", collation.spec());
        }
        ValidationFields.append(request, options);
        StreamImages.append(request, options);
        return options;
    }

    /** Options of MongoDB's own engines have no meaning here; those of any other engine are unknown. */
    private static void checkStorageEngine(CommandRequest request) {
        BsonDocument engines = request.tree("storageEngine").orElseGet(BsonDocument::new);
        for (Map.Entry<String, BsonValue> engine : engines.entrySet()) {
            if (!engine.getValue().isDocument()) {
                throw new CommandError(
                        MongoCode.BAD_VALUE, "'storageEngine." + engine.getKey() + "' has to be an embedded document.");
            }
            if (!ENGINES.contains(engine.getKey())) {
                throw new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        engine.getKey() + " is not a registered storage engine for this server");
            }
        }
    }

    private static CommandError refused(String option) {
        return new CommandError(
                MongoCode.COMMAND_NOT_SUPPORTED, "create." + option + " is not supported by this server");
    }
}
