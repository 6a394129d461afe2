package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexKeys;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** Finds the index that a command names, or describes by its key. */
final class IndexChoice {
    private IndexChoice() {}

    static Optional<IndexDefinition> byName(CollectionRecord record, String name) {
        return record.index(name).filter(index -> index.isReady() && !IndexListing.isInternal(index));
    }

    static Optional<IndexDefinition> byKey(CollectionRecord record, BsonDocument key) {
        List<IndexDefinition> fitting = IndexListing.made(record).stream()
                .filter(index -> index.isReady() && IndexKeys.same(IndexListing.key(index), key))
                .toList();
        if (fitting.size() > 1) {
            throw new CommandError(
                    MongoCode.AMBIGUOUS_INDEX_KEY_PATTERN,
                    "index keyPattern " + ShellText.of(key) + " matches " + fitting.size()
                            + " indexes, must use index name. Conflicting indexes:"
                            + ShellText.of(IndexListing.of(record, fitting.get(0))) + ", "
                            + ShellText.of(IndexListing.of(record, fitting.get(1))));
        }
        return fitting.stream().findFirst();
    }
}
