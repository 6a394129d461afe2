package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/**
 * The privileges for the collections that a pipeline reads and writes besides its own. A pipeline is inspected before
 * it is compiled, so malformed parts require nothing here, and are refused by the compiler.
 */
final class PipelinePrivileges {
    private static final String BYPASS = "bypassDocumentValidation";

    private final String database;
    private final Consumer<DatabasePrivilege> required;

    private PipelinePrivileges(String database, Consumer<DatabasePrivilege> required) {
        this.database = database;
        this.required = required;
    }

    static void of(CommandRequest request, Consumer<DatabasePrivilege> required) {
        PipelinePrivileges privileges = new PipelinePrivileges(request.database(), required);
        @Nullable BsonView pipeline = request.body().field("pipeline");
        privileges.source(pipeline, CommandRequest.textOf(request.argument()));
        privileges.stages(pipeline);
        if (RequiredPrivileges.isTrue(request.field(BYPASS))) {
            privileges.add(Action.BYPASS_VALIDATION, request.database());
        }
    }

    private void add(Action action, String on) {
        required.accept(new DatabasePrivilege(action, on));
    }

    /** Adds the privileges of the first stage's source, which need not be the collection. */
    private void source(@Nullable BsonView pipeline, String collection) {
        switch (firstStage(pipeline)) {
            case "$collStats" -> add(Action.COLLECTION_STATISTICS, database);
            case "$indexStats" -> add(Action.INDEX_STATISTICS, database);
            case "$listSearchIndexes" -> add(Action.LIST_SEARCH_INDEXES, database);
            case "$changeStream" -> {
                String followed = isOfCluster(pipeline) ? DatabasePrivilege.ANY : database;
                add(Action.FIND, followed);
                add(Action.CHANGE_STREAM, followed);
            }
            // The stages themselves check which users' operations and sessions the client may see.
            case "$currentOp", "$listSessions", "$listLocalSessions", "$documents" -> {}
            default -> required.accept(RequiredPrivileges.find(database, collection));
        }
    }

    /** Returns whether the change stream that the first stage opens covers all databases. */
    private static boolean isOfCluster(@Nullable BsonView pipeline) {
        @Nullable BsonView stage = pipeline == null ? null : pipeline.element(0);
        @Nullable BsonView options = stage == null ? null : stage.field("$changeStream");
        return options != null
                && CommandRequest.typeOf(options) == BsonType.DOCUMENT
                && RequiredPrivileges.isTrue(Optional.ofNullable(options.field("allChangesForCluster")));
    }

    private static String firstStage(@Nullable BsonView pipeline) {
        if (pipeline == null || CommandRequest.typeOf(pipeline) != BsonType.ARRAY) {
            return "";
        }
        @Nullable BsonView first = pipeline.element(0);
        if (first == null || CommandRequest.typeOf(first) != BsonType.DOCUMENT) {
            return "";
        }
        View.Fields fields = first.fields();
        return fields.next() ? fields.name() : "";
    }

    private void stages(@Nullable BsonView pipeline) {
        if (pipeline == null || CommandRequest.typeOf(pipeline) != BsonType.ARRAY) {
            return;
        }
        View.Fields stages = pipeline.fields();
        while (stages.next()) {
            BsonView stage = (BsonView) stages.value();
            if (CommandRequest.typeOf(stage) == BsonType.DOCUMENT) {
                stage(stage);
            }
        }
    }

    private void stage(BsonView stage) {
        View.Fields fields = stage.fields();
        if (!fields.next()) {
            return;
        }
        BsonView argument = (BsonView) fields.value();
        switch (fields.name()) {
            case "$lookup", "$graphLookup", "$unionWith" -> foreign(argument);
            case "$facet" -> facets(argument);
            case "$out" -> output(argument, Action.INSERT, Action.REMOVE);
            case "$merge" -> merge(argument);
            default -> {}
        }
    }

    private void foreign(BsonView argument) {
        switch (CommandRequest.typeOf(argument)) {
            case STRING -> required.accept(RequiredPrivileges.find(database, argument.stringValue()));
            case DOCUMENT -> {
                @Nullable
                BsonView from = argument.field("from") == null ? argument.field("coll") : argument.field("from");
                if (from != null) {
                    required.accept(RequiredPrivileges.find(database, CommandRequest.textOf(from)));
                }
                stages(argument.field("pipeline"));
            }
            default -> {}
        }
    }

    private void facets(BsonView argument) {
        if (CommandRequest.typeOf(argument) == BsonType.DOCUMENT) {
            View.Fields facets = argument.fields();
            while (facets.next()) {
                stages((BsonView) facets.value());
            }
        }
    }

    private void merge(BsonView argument) {
        if (CommandRequest.typeOf(argument) != BsonType.DOCUMENT) {
            output(argument, Action.INSERT, Action.UPDATE);
            return;
        }
        @Nullable BsonView into = argument.field("into");
        boolean inserts = !isOneOf(argument.field("whenNotMatched"), "discard", "fail");
        boolean updates = !isOneOf(argument.field("whenMatched"), "keepExisting", "fail");
        if (inserts || !updates) {
            output(into, Action.INSERT);
        }
        if (updates) {
            output(into, Action.UPDATE);
        }
    }

    private static boolean isOneOf(@Nullable BsonView value, String one, String other) {
        String text = CommandRequest.textOf(value);
        return text.equals(one) || text.equals(other);
    }

    /** @param target a collection of this database, or a document that names one of another */
    private void output(@Nullable BsonView target, Action... actions) {
        String named = target != null && CommandRequest.typeOf(target) == BsonType.DOCUMENT
                ? Optional.ofNullable(target.field("db"))
                        .map(CommandRequest::textOf)
                        .orElse(database)
                : database;
        for (Action action : actions) {
            add(action, named);
        }
    }
}
