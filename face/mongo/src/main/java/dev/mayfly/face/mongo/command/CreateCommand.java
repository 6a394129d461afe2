package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** Makes a plain collection; the other kinds are refused by name. */
final class CreateCommand implements MongoCommand {
    private static final List<String> NOT_BUILT =
            List.of("timeseries", "clusteredIndex", "viewOn", "pipeline", "encryptedFields");

    @Override
    public String name() {
        return "create";
    }

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
        if (request.has("expireAfterSeconds") && !request.has("timeseries") && !request.has("clusteredIndex")) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex'"
                            + " option is specified");
        }
        checkSize(request);
        for (String option : NOT_BUILT) {
            if (request.has(option)) {
                throw refused(option);
            }
        }
        if (request.bool("capped", false)) {
            throw refused("capped");
        }
        BsonDocument options = options(request);
        PowerOf2Sizes.create(request, context.services().settings().release(), options);
        try {
            context.services().collections().create(request.database(), request.collection(), options);
        } catch (EngineException failure) {
            if (MongoErrors.codeOf(failure.error()) == MongoCode.NAMESPACE_EXISTS) {
                throw new CommandError(
                        MongoCode.NAMESPACE_EXISTS, "Collection " + request.namespace() + " already exists.");
            }
            throw failure;
        }
        return Reply.ok();
    }

    private static void checkSize(CommandRequest request) {
        boolean capped = request.bool("capped", false);
        if (capped && !request.has("size")) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "the 'size' field is required when 'capped' is true");
        }
        if (!capped && (request.has("size") || request.has("max"))) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
        }
    }

    private static BsonDocument options(CommandRequest request) {
        BsonDocument options = new BsonDocument();
        Collation collation = CollationSpec.parse(QueryFields.tree(request, "collation"));
        if (!collation.isSimple()) {
            options.append("collation", collation.spec());
        }
        ValidationFields.append(request, options);
        StreamImages.append(request, options);
        return options;
    }

    private static CommandError refused(String option) {
        return new CommandError(
                MongoCode.COMMAND_NOT_SUPPORTED, "create." + option + " is not supported by this server");
    }
}
