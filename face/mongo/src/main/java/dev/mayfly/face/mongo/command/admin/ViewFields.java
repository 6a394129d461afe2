package dev.mayfly.face.mongo.command.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ViewDefinition;
import dev.mayfly.face.mongo.collection.Views;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The fields of {@code create} and {@code collMod} for views. */
final class ViewFields {
    private static final String VIEW_ON = "viewOn";
    private static final String PIPELINE = "pipeline";
    private static final List<String> OF_COLLECTIONS = List.of(
            "capped",
            "size",
            "max",
            "autoIndexId",
            "idIndex",
            "storageEngine",
            "validator",
            "validationLevel",
            "validationAction",
            "indexOptionDefaults",
            "changeStreamPreAndPostImages",
            "timeseries",
            "clusteredIndex",
            "expireAfterSeconds",
            "index",
            "cappedSize",
            "cappedMax",
            "ttlVisibility");

    private ViewFields() {}

    static boolean isOfView(CommandRequest request) {
        if (request.has(PIPELINE) && !request.has(VIEW_ON)) {
            throw invalid("'pipeline' requires 'viewOn' to also be specified");
        }
        return request.has(VIEW_ON);
    }

    /** One view of a database is changed at a time, so that no two together make a circle. */
    static void lockedBy(CommandContext context, CommandRequest request, Runnable change) {
        ReentrantLock lock = context.services().collections().changing(request.database(), Views.SYSTEM_VIEWS);
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    static ViewDefinition create(CommandContext context, CommandRequest request) {
        requireOnlyOfViews(request);
        return checked(
                context,
                request,
                request.text(VIEW_ON).orElseThrow(),
                pipeline(request),
                CollationSpec.parse(QueryFields.tree(request, "collation")));
    }

    private static void requireOnlyOfViews(CommandRequest request) {
        for (String option : OF_COLLECTIONS) {
            if (KindFields.asks(request, option)) {
                throw invalid("Option not supported on a view: " + option);
            }
        }
    }

    private static List<BsonDocument> pipeline(CommandRequest request) {
        return PipelineCompiler.stages(
                request.array(PIPELINE).<BsonValue>map(BsonView::toBsonValue).orElseGet(BsonArray::new));
    }

    private static ViewDefinition checked(
            CommandContext context,
            CommandRequest request,
            String viewOn,
            List<BsonDocument> pipeline,
            Collation collation) {
        if (viewOn.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "'viewOn' cannot be empty");
        }
        String database = request.database();
        ViewDefinition view = new ViewDefinition(
                new CollectionName(MongoCollections.FACE, database, request.collection()), viewOn, pipeline, collation);
        Views views = context.services().collections().views();
        for (String name : view.reads()) {
            ViewDefinition below = views.find(database, name);
            if (below != null && !below.collation().equals(collation)) {
                throw new CommandError(
                        MongoCode.OPTION_NOT_SUPPORTED_ON_VIEW,
                        "View " + request.namespace() + " has conflicting collation with view " + database + "."
                                + name);
            }
        }
        views.check(view);
        return view;
    }

    /** Another collection or another pipeline for a view, or both. */
    static Reply change(CommandContext context, CommandRequest request) {
        requireOnlyOfViews(request);
        Collection collection = context.services()
                .collections()
                .findAny(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist"));
        lockedBy(context, request, () -> {
            ViewDefinition before = requireNonNull(
                    context.services().collections().views().find(request.database(), request.collection()));
            ViewDefinition view = checked(
                    context,
                    request,
                    request.text(VIEW_ON).orElse(before.viewOn()),
                    request.array(PIPELINE).isPresent() ? pipeline(request) : before.pipeline(),
                    CollectionSettings.collation(collection.record()));
            collection.definition().alterOptions(CollectionSettings.replaced(collection.record(), view.options()));
        });
        return Reply.ok();
    }

    /** A collection cannot become a view. */
    static void refuse(CommandRequest request) {
        for (String field : List.of(VIEW_ON, PIPELINE)) {
            if (request.has(field)) {
                throw invalid("Option only supported on a view: " + field);
            }
        }
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
