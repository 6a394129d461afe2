package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.Views;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.session.LocalStatementLog;
import dev.mayfly.face.mongo.session.StatementLog;
import dev.mayfly.face.mongo.session.StatementRecorder;
import dev.mayfly.face.mongo.write.Deletes;
import dev.mayfly.face.mongo.write.Inserts;
import dev.mayfly.face.mongo.write.UpdateStatement;
import dev.mayfly.face.mongo.write.Updates;
import dev.mayfly.face.mongo.write.WriteFailure;
import dev.mayfly.face.mongo.write.WriteReport;
import dev.mayfly.store.api.Durability;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The statements by which one command writes to one collection.
 *
 * @param variables the variables they may read, and their default collation
 * @param identity the identity that the client expects of the collection
 */
record CollectionWrites(
        CommandContext context,
        CommandRequest request,
        CollectionName name,
        Variables variables,
        Durability durability,
        Optional<CollectionIdentity> identity) {
    private static final BsonDocument DELETED = new BsonDocument();

    /** Those of a command about one collection. */
    static CollectionWrites of(CommandContext context, CommandRequest request) {
        return of(
                context,
                request,
                request.collectionName(),
                QueryFields.variables(context, request),
                CollectionIdentity.of(request));
    }

    /** Those of a command that only stores new documents, which reads and compares nothing. */
    static CollectionWrites ofInsert(CommandContext context, CommandRequest request) {
        return of(context, request, request.collectionName(), Variables.NONE, CollectionIdentity.of(request));
    }

    static CollectionWrites of(
            CommandContext context,
            CommandRequest request,
            CollectionName name,
            Variables variables,
            Optional<CollectionIdentity> identity) {
        return new CollectionWrites(context, request, name, variables, request.durability(), identity);
    }

    private void requireIdentity() {
        identity.ifPresent(expected -> expected.require(name, context.collections()));
    }

    /** Each of the documents fails where the collection is another than the client expects. */
    private boolean isExpected(int documents, int first, WriteReport report) {
        for (int at = first; identity.isPresent() && at < first + documents && !report.isStopped(); at++) {
            report.attempt(at, this::requireIdentity);
        }
        return report.failures().isEmpty();
    }

    private boolean isView() {
        return context.services().collections().isView(name.database(), name.collection());
    }

    /** The outcomes of earlier attempts of the command; nothing is kept with a view. */
    private StatementLog log() {
        if (context.numbered() == null) {
            return LocalStatementLog.NONE;
        }
        return context.log(
                name, isView() ? Optional.empty() : context.collections().find(name));
    }

    /** Returns whether documents can be stored together because their collection exists. */
    boolean isThere() {
        return context.collections().findAny(name).isPresent() && !isView();
    }

    /** @param first the place of the first document among the statements of the command */
    void insert(List<BsonView> documents, int first, WriteReport report) {
        if (!isExpected(documents.size(), first, report)) {
            return;
        }
        if (isView()) {
            report.fail(first, WriteFailure.of(Views.isNoCollection(name.database(), name.collection())));
            return;
        }
        if (report.isOrdered() && !isThere() && !isStorable(documents.getFirst(), first, report)) {
            return;
        }
        Collection collection = context.collections().findOrCreate(name);
        StatementLog log = context.log(name, Optional.of(collection));
        new Inserts(QueryFields.target(context, request, collection), report, context.now(), log)
                .run(documents, first, durability);
        context.services().counters().inserts(report.attempted(first, documents.size()));
    }

    /** A document that cannot be stored anywhere makes no collection for itself. */
    private boolean isStorable(BsonView document, int place, WriteReport report) {
        report.attempt(
                place,
                () -> Inserts.check(document, context.now(), context.services().collections()));
        return !report.isStopped();
    }

    Updates.Counts update(int place, UpdateStatement.Parts parts) {
        StatementLog log = log();
        return log.once(new StatementLog.Statement<>(
                place,
                IdLookups.isOfOneKey(parts.query(), variables, parts.collation()),
                () -> update(log, place, parts),
                counts -> counts.modified() > 0 || counts.insertedId() != null,
                Updates.Counts::fromDocument));
    }

    private Updates.Counts update(StatementLog log, int place, UpdateStatement.Parts parts) {
        requireIdentity();
        if (parts.multi() && log != LocalStatementLog.NONE) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "Cannot use (or request) retryable writes with multi=true");
        }
        UpdateStatement statement = UpdateStatement.of(parts, QueryFields.collated(variables, parts.collation()));
        StatementRecorder<Updates.Done> keeping = log.keeping(place, CollectionWrites::kept);
        Updates.Counts counts = written(statement.upsert())
                .map(found -> new Updates(
                                QueryFields.target(context, request, found), durability, context.now(), keeping)
                        .run(statement))
                .orElse(Updates.Counts.NONE);
        if (log != LocalStatementLog.NONE) {
            log.add(place, counts.toDocument());
        }
        return counts;
    }

    private static BsonDocument kept(Updates.Done done) {
        return Updates.Counts.of(done).toDocument();
    }

    /** Creates the collection only for an upsert. */
    private Optional<Collection> written(boolean upsert) {
        MongoCollections collections = context.collections();
        return upsert ? Optional.of(collections.findOrCreate(name)) : collections.find(name);
    }

    /** Returns the number of documents deleted. */
    long delete(int place, DeleteCommand.Statement statement) {
        StatementLog log = log();
        return log.once(new StatementLog.Statement<>(
                place,
                IdLookups.isOfOneKey(statement.query(), variables, statement.collation()),
                () -> delete(log, place, statement),
                deleted -> deleted > 0,
                _ -> 1L));
    }

    private long delete(StatementLog log, int place, DeleteCommand.Statement statement) {
        requireIdentity();
        if (!statement.onlyOne() && log != LocalStatementLog.NONE) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "Cannot use (or request) retryable writes with limit=0");
        }
        QuerySpec spec = statement.spec(variables);
        Collection found = context.collections().find(name).orElse(null);
        if (found == null) {
            return 0;
        }
        TransactionLimits.requireWritable(context, found);
        Deletes deletes = new Deletes(found, durability, log.keeping(place, _ -> DELETED));
        long deleted = statement.onlyOne() ? deletes.one(spec) : deletes.all(spec);
        if (deleted > 0) {
            log.add(place, DELETED);
        }
        return deleted;
    }
}
