package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.projection.Projection;
import dev.mayfly.face.mongo.language.projection.ProjectionCompiler;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.SearchFacts;
import dev.mayfly.face.mongo.session.StatementLog;
import dev.mayfly.face.mongo.session.StatementRecorder;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.Deletes;
import dev.mayfly.face.mongo.write.UpdateStatement;
import dev.mayfly.face.mongo.write.Updates;
import dev.mayfly.face.mongo.write.WriteFailedException;
import dev.mayfly.face.mongo.write.WriteFailure;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Changes or deletes the first document that matches, and shows it as it was or as it is now. */
public final class FindAndModifyCommand implements MongoCommand {
    private static final String FAILED = "Plan executor error during findAndModify";
    private static final Set<String> COMMAND_FIELDS = Set.of(
            "query",
            "sort",
            "remove",
            "update",
            "new",
            "fields",
            "upsert",
            "arrayFilters",
            "hint",
            "collation",
            "let",
            "bypassDocumentValidation",
            CollectionIdentity.FIELD);

    @Override
    public String name() {
        return "findAndModify";
    }

    @Override
    public List<String> aliases() {
        return List.of("findandmodify");
    }

    @Override
    public Set<String> fields() {
        return COMMAND_FIELDS;
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public boolean isBounded(CommandRequest request) {
        return BoundedRequests.asksById(request.body(), "query")
                && BoundedRequests.isSmall(request.body())
                && !BoundedRequests.isPipeline(request.body().field("update"))
                && !BoundedRequests.computes(request.body().field("fields"));
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        refuse(request);
        Variables variables = QueryFields.variables(context, request);
        requireSort(QueryFields.tree(request, "sort"));
        if (request.bool("remove", false)) {
            QuerySpec spec = spec(request, variables);
            Shown shown = Shown.of(request, variables, spec);
            return guarded(() -> remove(context, request, spec, shown));
        }
        UpdateStatement statement = UpdateStatement.of(parts(request), variables);
        Shown shown = Shown.of(request, variables, statement.spec());
        return guarded(() -> update(context, request, statement, shown));
    }

    private static void refuse(CommandRequest request) {
        boolean remove = request.bool("remove", false);
        boolean update = request.has("update");
        if (remove == update) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    remove
                            ? "Cannot specify both an update and remove=true"
                            : "Either an update or remove=true must be specified");
        }
        if (remove && request.bool("upsert", false)) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Cannot specify both upsert=true and remove=true ");
        }
        if (remove && request.bool("new", false)) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
        }
        if (remove && request.has("arrayFilters")) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Cannot specify arrayFilters and remove=true");
        }
    }

    /** A sort that is none is a fault of the request, not of the execution. */
    private static void requireSort(BsonDocument sort) {
        if (!sort.containsKey("$natural")) {
            SortCompiler.compile(sort);
        }
    }

    /** Returns the query for the document to delete. */
    static QuerySpec spec(CommandRequest request, Variables variables) {
        BsonDocument sort = QueryFields.tree(request, "sort");
        return new QuerySpec(
                FilterCompiler.ofCollection(QueryFields.tree(request, "query"), variables),
                sort,
                QueryFields.hint(request),
                0,
                sort.isEmpty() ? 0 : 1,
                variables.collation());
    }

    static UpdateStatement.Parts parts(CommandRequest request) {
        List<BsonDocument> arrayFilters = new ArrayList<>();
        request.array("arrayFilters").ifPresent(array -> {
            for (BsonValue filter : array.toBsonValue().asArray()) {
                if (!filter.isDocument()) {
                    throw request.wrongType("arrayFilters", array, "type 'array' of objects");
                }
                arrayFilters.add(filter.asDocument());
            }
        });
        return new UpdateStatement.Parts(
                QueryFields.tree(request, "query"),
                request.required("update").toBsonValue(),
                new BsonDocument(),
                arrayFilters,
                QueryFields.tree(request, "sort"),
                QueryFields.hint(request),
                false,
                request.bool("upsert", false),
                new BsonDocument());
    }

    /** The form in which the document is returned. */
    private record Shown(Projection projection, Variables variables, SearchFacts facts) {
        static Shown of(CommandRequest request, Variables variables, QuerySpec spec) {
            SearchFacts facts = SearchFacts.of(spec.filter());
            Variables known = variables;
            for (String fact : facts.arguments()) {
                known = known.with(MetaVariables.variable(fact), BsonNull.VALUE);
            }
            return new Shown(ProjectionCompiler.find(QueryFields.tree(request, "fields"), known), variables, facts);
        }

        @Nullable
        BsonDocument of(@Nullable BsonDocument document, int position) {
            if (document == null) {
                return null;
            }
            Variables told = variables;
            for (String fact : facts.arguments()) {
                told = told.with(MetaVariables.variable(fact), facts.of(fact, TreeView.of(document)));
            }
            return projection.apply(document, told, position);
        }
    }

    private static Reply remove(CommandContext context, CommandRequest request, QuerySpec spec, Shown shown) {
        Optional<Collection> collection = context.collections().find(request.database(), request.collection());
        collection.ifPresent(found -> TransactionLimits.requireWritable(context, found));
        StatementLog log = context.log(request.collectionName(), collection);
        StatementRecorder<Deletes.Taken> keeping = log.keeping(0, Deletes.Taken::document);
        Durability durability = request.durability();
        Deletes.Taken taken = log.once(new StatementLog.Statement<>(
                        0,
                        isOfOneKey(request, shown.variables()),
                        () -> collection.map(found -> new Deletes(found, durability, keeping).take(spec)),
                        Optional::isPresent,
                        kept -> Optional.of(new Deletes.Taken(kept, Projection.NO_POSITION))))
                .orElse(null);
        return removed(taken == null ? null : shown.of(taken.document(), taken.position()));
    }

    private static Reply removed(@Nullable BsonDocument shown) {
        BsonBuilder reply = new BsonBuilder()
                .startDocument("lastErrorObject")
                .int32("n", shown == null ? 0 : 1)
                .end();
        return value(reply, shown);
    }

    private static Reply update(
            CommandContext context, CommandRequest request, UpdateStatement statement, Shown shown) {
        boolean isNew = request.bool("new", false);
        MongoCollections collections = context.collections();
        Optional<Collection> collection = statement.upsert()
                ? Optional.of(collections.findOrCreate(request.database(), request.collection()))
                : collections.find(request.database(), request.collection());
        Durability durability = request.durability();
        StatementLog log = context.log(request.collectionName(), collection);
        StatementRecorder<Updates.Done> keeping = log.keeping(0, done -> KeptModification.of(done, isNew));
        Updates.Done done = log.once(new StatementLog.Statement<Updates.Done>(
                0,
                isOfOneKey(request, shown.variables()),
                () -> collection
                        .map(found -> new Updates(
                                        QueryFields.target(context, request, found), durability, context.now(), keeping)
                                .one(statement))
                        .orElseGet(Updates.Done.Nothing::new),
                FindAndModifyCommand::hasWritten,
                KeptModification::done));
        return updated(done, isNew, shown);
    }

    private static boolean isOfOneKey(CommandRequest request, Variables variables) {
        return IdLookups.isOfOneKey(QueryFields.tree(request, "query"), variables);
    }

    private static boolean hasWritten(Updates.Done done) {
        return switch (done) {
            case Updates.Done.Nothing _ -> false;
            case Updates.Done.Updated updated -> updated.changed();
            case Updates.Done.Inserted _ -> true;
        };
    }

    private static Reply updated(Updates.Done done, boolean isNew, Shown shown) {
        BsonBuilder reply = new BsonBuilder().startDocument("lastErrorObject");
        return switch (done) {
            case Updates.Done.Nothing _ ->
                value(reply.int32("n", 0).bool("updatedExisting", false).end(), null);
            case Updates.Done.Updated updated ->
                value(
                        reply.int32("n", 1).bool("updatedExisting", true).end(),
                        shown.of((isNew ? updated.after() : updated.before()).get(), updated.position()));
            case Updates.Done.Inserted inserted ->
                value(
                        reply.int32("n", 1)
                                .bool("updatedExisting", false)
                                .value("upserted", inserted.id())
                                .end(),
                        isNew ? shown.of(inserted.after(), Projection.NO_POSITION) : null);
        };
    }

    private static Reply value(BsonBuilder reply, @Nullable BsonDocument value) {
        return Reply.ok(value == null ? reply.nothing("value") : reply.value("value", value));
    }

    private interface Work {
        Reply run();
    }

    /** Runs the work and reports its failure as one of the execution. */
    private static Reply guarded(Work work) {
        WriteFailure failure;
        try {
            return work.run();
        } catch (WriteFailedException e) {
            failure = e.failure();
        } catch (QueryException e) {
            failure = WriteFailure.of(e);
        } catch (EngineException e) {
            failure = WriteFailure.of(e);
        }
        return failure.within(FAILED).reply();
    }
}
