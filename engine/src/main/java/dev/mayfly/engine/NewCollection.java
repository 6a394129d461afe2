package dev.mayfly.engine;

import dev.mayfly.engine.Catalog.CollectionOptions;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.ExpiryTerms;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.IndexSet;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.ArrayList;
import java.util.List;

/** The definition of a collection that is about to be created. It is empty, so its indexes and queues are ready at once. */
final class NewCollection {
    private final CollectionName name;
    private final CollectionOptions options;
    private final List<IndexDefinition> indexes;
    private final int shards;

    /** @throws EngineException if an index does not allow the number of shards that is asked for */
    NewCollection(EngineContext context, CollectionName name, CollectionOptions options) {
        this.name = name;
        this.options = options;
        this.indexes = indexes(options.indexes());
        this.shards = shards(options.shards(), context.settings().storage().shards(), context.forms(name.face()));
    }

    /** @param version that of the commit that makes it */
    CollectionRecord record(int id, long version) {
        return new CollectionRecord(
                name,
                new CollectionStorage(id, shards, options.format(), options.base()),
                options.options(),
                new IndexSet(indexes, queues(options), 1, QueueIds.FIRST_INDEX + indexes.size()),
                new ExpiryTerms(PolicyState.initial(options.policy(), version), options.pace(), ExpireLimit.INHERITED),
                options.changes().withHistory(options.changes().historyMillis(), version));
    }

    /** Returns one where nothing is asked for and an index allows no more. */
    private int shards(int asked, int usual, FaceForms forms) {
        int number = asked == 0 ? usual : asked;
        for (IndexDefinition index : indexes) {
            if (number > 1 && index.unique() && !forms.isWithinShard(index)) {
                if (asked != 0) {
                    throw new EngineException(new EngineError.UniqueAcrossShards(index.name(), asked));
                }
                return 1;
            }
        }
        return number;
    }

    private static List<QueueDefinition> queues(CollectionOptions options) {
        List<QueueDefinition> queues = new ArrayList<>();
        options.queues()
                .forEach(queue -> queues.add(
                        new QueueDefinition(queue, null, IndexDefinition.NO_BYTES, QueueDefinition.State.READY)));
        int index = QueueIds.FIRST_INDEX;
        for (IndexRequest request : options.indexes()) {
            if (request.lifetime() instanceof IndexRequest.TtlRule.OverQueue queue) {
                queues.add(new QueueDefinition(
                        index, queue.path(), request.partial(), QueueDefinition.State.READY, queue.instant()));
            }
            index++;
        }
        return queues;
    }

    private static List<IndexDefinition> indexes(List<IndexRequest> requests) {
        List<IndexDefinition> indexes = new ArrayList<>(requests.size());
        for (IndexRequest request : requests) {
            indexes.add(
                    request.definition(QueueIds.FIRST_INDEX + indexes.size()).ready());
        }
        return indexes;
    }
}
