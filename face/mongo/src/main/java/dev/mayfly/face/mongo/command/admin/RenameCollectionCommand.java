package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.MongoCursors;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;

/** Renames a collection, with everything that belongs to it. */
public final class RenameCollectionCommand implements MongoCommand {
    @Override
    public String name() {
        return "renameCollection";
    }

    @Override
    public Set<String> fields() {
        return Set.of("to", "dropTarget", "stayTemp", CollectionIdentity.FIELD);
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        CollectionName from = MongoCollections.namespace(request.collection());
        CollectionName to = MongoCollections.namespace(request.text("to").orElseThrow(() -> request.missing("to")));
        MongoCollections.requireWritable(from);
        MongoCollections.requireWritable(to);
        if (from.equals(to)) {
            throw new CommandError(MongoCode.ILLEGAL_OPERATION, "Can't rename a collection to itself");
        }
        MongoCollections collections = context.services().collections();
        collections.requireName(to.database(), to.collection());
        Optional<Collection> moved = collections.find(from.database(), from.collection());
        Optional<Collection> replaced = collections.find(to.database(), to.collection());
        moved.filter(collection -> TimeSeries.of(collection.record()) != null).ifPresent(_ -> {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION, "Renaming a time-series collection is not supported: " + text(from));
        });
        try {
            collections.engine().catalog().rename(from, to, request.bool("dropTarget", false));
        } catch (EngineException failure) {
            throw switch (MongoErrors.codeOf(failure.error())) {
                case NAMESPACE_NOT_FOUND ->
                    new CommandError(
                            MongoCode.NAMESPACE_NOT_FOUND, "Source collection " + text(from) + " does not exist");
                case NAMESPACE_EXISTS -> new CommandError(MongoCode.NAMESPACE_EXISTS, "target namespace exists");
                default -> failure;
            };
        }
        context.services().usages().forget(from);
        context.services().usages().forget(to);
        MongoCursors cursors = context.services().sessions().cursors();
        moved.ifPresent(collection -> cursors.endAllOver(
                text(from),
                new CommandError(
                        MongoCode.QUERY_PLAN_KILLED,
                        "collection renamed from '" + text(from) + "' to '" + text(to) + "'. UUID "
                                + MongoCollections.uuidText(collection))));
        replaced.ifPresent(collections::forget);
        replaced.ifPresent(collection -> cursors.endAllOver(
                text(to),
                new CommandError(
                        MongoCode.QUERY_PLAN_KILLED,
                        "collection dropped. UUID " + MongoCollections.uuidText(collection))));
        return Reply.ok();
    }

    private static String text(CollectionName name) {
        return name.database() + "." + name.collection();
    }
}
