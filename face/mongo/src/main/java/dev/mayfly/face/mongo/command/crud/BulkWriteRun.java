package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.command.CommandContext;
import java.util.ArrayList;
import java.util.List;

/** One pass over the operations of a {@code bulkWrite}. Used once, by one thread. */
final class BulkWriteRun {
    private final CommandContext context;
    private final List<CollectionWrites> collections;
    private final List<BulkOperation> operations;
    private final BulkWriteReport report;

    BulkWriteRun(
            CommandContext context,
            List<CollectionWrites> collections,
            List<BulkOperation> operations,
            BulkWriteReport report) {
        this.context = context;
        this.collections = collections;
        this.operations = operations;
        this.report = report;
    }

    void run() {
        int place = 0;
        while (place < operations.size() && !report.isStopped()) {
            place += next(place);
        }
    }

    /** Carries out the operation at a place; answers how many it has carried out with it. */
    private int next(int place) {
        BulkOperation operation = operations.get(place);
        CollectionWrites writes = collections.get(operation.namespace());
        switch (operation) {
            case BulkOperation.Insert insert -> {
                List<BsonView> documents = documents(insert, place);
                report.insert(place, documents.size(), inserted -> writes.insert(documents, place, inserted));
                return documents.size();
            }
            case BulkOperation.Update update -> {
                context.services().counters().update();
                report.update(place, () -> writes.update(place, update.parts()));
                return 1;
            }
            case BulkOperation.Delete delete -> {
                context.services().counters().delete();
                report.delete(place, () -> writes.delete(place, delete.statement()));
                return 1;
            }
        }
    }

    /** The documents from here on that go to the same collection; one alone where that has yet to be made. */
    private List<BsonView> documents(BulkOperation.Insert first, int place) {
        List<BsonView> documents = new ArrayList<>(List.of(first.document()));
        if (!collections.get(first.namespace()).isThere()) {
            return documents;
        }
        for (int at = place + 1; at < operations.size(); at++) {
            if (!(operations.get(at) instanceof BulkOperation.Insert next) || next.namespace() != first.namespace()) {
                break;
            }
            documents.add(next.document());
        }
        return documents;
    }
}
