package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.SearchIndexes.SearchIndex;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.vector.VectorIndex;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** Makes search indexes of the type {@code vectorSearch}; those for words in the manner of Lucene are not built. */
public final class CreateSearchIndexesCommand implements MongoCommand {
    private static final String TYPE = "vectorSearch";
    private static final String DEFINITION = "definition";

    /** The type of an index that names none. */
    private static final String WORDS = "search";

    private static final Set<String> FIELDS = Set.of("name", "type", DEFINITION);

    @Override
    public String name() {
        return "createSearchIndexes";
    }

    @Override
    public Set<String> fields() {
        return Set.of("indexes");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        List<SearchIndex> made = new ArrayList<>();
        for (BsonView index : request.documents("indexes")) {
            made.add(index(index.toBsonValue().asDocument(), context.now()));
        }
        SearchIndexChange.make(context, request, standing -> {
            for (SearchIndex index : made) {
                if (standing.stream().anyMatch(other -> other.name().equals(index.name()))) {
                    throw new CommandError(MongoCode.INDEX_ALREADY_EXISTS, "Duplicate Index \"" + index.name() + "\"");
                }
                standing.add(index);
            }
        });
        BsonArray told = new BsonArray();
        made.forEach(index -> told.add(
                new BsonDocument("id", new BsonString(index.id())).append("name", new BsonString(index.name()))));
        return Reply.ok(new BsonDocument("indexesCreated", told));
    }

    private static SearchIndex index(BsonDocument written, long now) {
        for (String field : written.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD,
                        "BSON field 'createSearchIndexes.indexes." + field + "' is an unknown field.");
            }
        }
        String type = text(written, "type", WORDS);
        if (!type.equals(TYPE)) {
            throw new CommandError(
                    MongoCode.NOT_IMPLEMENTED,
                    "search indexes of type '" + type + "' are not supported; those of type 'vectorSearch' are");
        }
        BsonValue definition = written.get(DEFINITION);
        if (definition == null || !definition.isDocument()) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "BSON field 'createSearchIndexes.indexes.definition' must be a document");
        }
        VectorIndex.of(definition.asDocument());
        return new SearchIndex(
                new ObjectId().toHexString(), text(written, "name", "default"), type, 0, now, definition.asDocument());
    }

    private static String text(BsonDocument written, String field, String otherwise) {
        BsonValue value = written.get(field);
        if (value == null) {
            return otherwise;
        }
        if (!value.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "BSON field 'createSearchIndexes.indexes." + field + "' must be a string");
        }
        return value.asString().getValue();
    }
}
