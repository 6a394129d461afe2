package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.session.ApiParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonType;

/** Version 1 of MongoDB's API: the requests open to a client that relies on it strictly. */
public final class ApiVersion {
    private static final String VERSION = "apiVersion";
    private static final String STRICT = "apiStrict";
    private static final String DEPRECATION_ERRORS = "apiDeprecationErrors";
    private static final int MISSING = 498870;

    private static final Set<String> COMMANDS = Set.of(
            "abortTransaction",
            "aggregate",
            "collMod",
            "commitTransaction",
            "count",
            "create",
            "createIndexes",
            "delete",
            "drop",
            "dropDatabase",
            "dropIndexes",
            "endSessions",
            "explain",
            "find",
            "findAndModify",
            "getMore",
            "hello",
            "insert",
            "killCursors",
            "listCollections",
            "listDatabases",
            "listIndexes",
            "ping",
            "refreshSessions",
            "saslContinue",
            "saslStart",
            "update");

    /** Fields outside of the version, by command. */
    private static final Map<String, List<String>> UNSTABLE_FIELDS = Map.of(
            "find",
            List.of(
                    "awaitData",
                    "max",
                    "min",
                    "noCursorTimeout",
                    "oplogReplay",
                    "returnKey",
                    "showRecordId",
                    "tailable"),
            "create",
            List.of(
                    "autoIndexId",
                    "capped",
                    "flags",
                    "idIndex",
                    "indexOptionDefaults",
                    "max",
                    "size",
                    "storageEngine"));

    private static final List<String> UNSTABLE_INDEX_OPTIONS =
            List.of("background", "bucketSize", "sparse", "storageEngine");

    private static final Set<String> UNSTABLE_STAGES =
            Set.of("$currentOp", "$indexStats", "$listLocalSessions", "$listSessions", "$planCacheStats");

    private ApiVersion() {}

    /**
     * Checks a request against the API parameters of its client.
     *
     * @throws CommandError for invalid parameters, and for requests outside the version
     */
    public static ApiParameters check(MongoCommand command, CommandRequest request, MongoServices services) {
        if (request.body().field(VERSION) == null) {
            checkMissing(request, services);
            return ApiParameters.NONE;
        }
        ApiParameters api = new ApiParameters(
                request.text(VERSION).orElse(""), request.bool(STRICT, false), request.bool(DEPRECATION_ERRORS, false));
        if (!api.version().equals("1")) {
            throw new CommandError(MongoCode.API_VERSION_ERROR, "API version must be \"1\"");
        }
        if (api.isStrict()) {
            checkStrictly(command, request);
        }
        return api;
    }

    private static void checkMissing(CommandRequest request, MongoServices services) {
        if (request.has(STRICT) || request.has(DEPRECATION_ERRORS)) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion");
        }
        if (services.parameters().truth(ServerParameters.REQUIRE_API_VERSION)) {
            throw new CommandError(
                    MISSING, "The apiVersion parameter is required, please configure your MongoClient's API version");
        }
    }

    private static void checkStrictly(MongoCommand command, CommandRequest request) {
        if (!COMMANDS.contains(command.name())) {
            throw refused("Provided apiStrict:true, but the command " + request.name() + " is not in API Version 1."
                    + " Information on supported commands and migrations in API Version 1 can be found at"
                    + " https://dochub.mongodb.org/core/manual-versioned-api");
        }
        for (String field : UNSTABLE_FIELDS.getOrDefault(command.name(), List.of())) {
            if (request.has(field)) {
                throw refused("BSON field '" + command.name() + "." + field + "' is not allowed with apiStrict:true.");
            }
        }
        switch (command.name()) {
            case "aggregate" -> checkStages(request);
            case "createIndexes" -> checkIndexes(request);
            default -> {}
        }
    }

    private static void checkStages(CommandRequest request) {
        Optional<BsonView> stages = request.array("pipeline");
        if (stages.isEmpty()) {
            return;
        }
        View.Fields elements = stages.get().fields();
        while (elements.next()) {
            BsonView stage = (BsonView) elements.value();
            View.Fields names = CommandRequest.typeOf(stage) == BsonType.DOCUMENT ? stage.fields() : null;
            if (names != null && names.next() && isUnstable(names.name(), (BsonView) names.value())) {
                throw refused("stage " + names.name() + " is not allowed with 'apiStrict: true' in API Version 1");
            }
        }
    }

    /** Only the document count of the collection statistics is part of the version. */
    private static boolean isUnstable(String stage, BsonView argument) {
        if (!stage.equals("$collStats") || CommandRequest.typeOf(argument) != BsonType.DOCUMENT) {
            return UNSTABLE_STAGES.contains(stage);
        }
        View.Fields asked = argument.fields();
        while (asked.next()) {
            if (!asked.name().equals("count")) {
                return true;
            }
        }
        return false;
    }

    private static void checkIndexes(CommandRequest request) {
        for (BsonView index : request.documents("indexes")) {
            for (String option : UNSTABLE_INDEX_OPTIONS) {
                if (index.field(option) != null) {
                    throw refused(
                            "BSON field 'createIndexes.indexes." + option + "' is not allowed with apiStrict:true.");
                }
            }
        }
    }

    /** The refusal of a request that goes on with something which was begun under other parameters. */
    public static CommandError mismatch(ApiParameters begun, String beginning, ApiParameters now, String going) {
        return new CommandError(
                MongoCode.API_MISMATCH_ERROR,
                "API parameter mismatch: " + going + " used params " + now.text() + ", " + beginning + " used "
                        + begun.text());
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.API_STRICT_ERROR, text);
    }
}
