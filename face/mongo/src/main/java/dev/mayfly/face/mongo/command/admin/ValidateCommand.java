package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads every document of a collection, and by every index, and says whether one is damaged. */
public final class ValidateCommand implements MongoCommand {
    @Override
    public String name() {
        return "validate";
    }

    @Override
    public Set<String> fields() {
        return Set.of("full", "repair", "metadata", "checkBSONConformance", "background", "scandata");
    }

    @Override
    public Access access() {
        return Access.MANAGE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(
                        MongoCode.NAMESPACE_NOT_FOUND,
                        "Collection '" + request.namespace() + "' does not exist to validate."));
        if (request.bool("repair", false)) {
            throw new CommandError(MongoCode.COMMAND_NOT_SUPPORTED, "validate.repair is not supported by this server");
        }
        ReadView reading = collection.reading(context.instant());
        List<String> errors = new ArrayList<>();
        long records = walk(collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD), errors);
        Map<String, Long> keys = new LinkedHashMap<>();
        keys.put(IndexListing.ID_INDEX, records);
        for (IndexDefinition index : IndexListing.made(reading.record())) {
            if (index.isReady() && index.hasEntries()) {
                DocumentCursor entries = collection.scan(reading, index, List.of(KeyRange.ALL), Direction.FORWARD);
                keys.put(index.name(), walk(entries, errors));
            }
        }
        return reply(request.namespace(), records, keys, errors);
    }

    /** Returns the number of documents that can be read. */
    private static long walk(DocumentCursor documents, List<String> errors) {
        OperationContext run = OperationContext.current();
        long read = 0;
        try (documents) {
            while (documents.next() != null) {
                run.check();
                read++;
            }
        } catch (EngineException failure) {
            if (!MongoErrors.isDamageOfOneDocument(failure.error())) {
                throw failure;
            }
            errors.add(MongoErrors.of(failure.error()).text());
        }
        return read;
    }

    private static Reply reply(String namespace, long records, Map<String, Long> keys, List<String> errors) {
        BsonBuilder reply = new BsonBuilder()
                .text("ns", namespace)
                .int64("nInvalidDocuments", errors.size())
                .int64("nrecords", records)
                .int32("nIndexes", keys.size())
                .startDocument("keysPerIndex");
        keys.forEach(reply::int64);
        reply.end().startDocument("indexDetails");
        keys.keySet()
                .forEach(index -> reply.startDocument(index)
                        .bool("valid", errors.isEmpty())
                        .end());
        reply.end().bool("valid", errors.isEmpty()).bool("repaired", false);
        reply.startArray("warnings").end().startArray("errors");
        errors.forEach(reply::element);
        return Reply.ok(reply.end());
    }
}
