package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.WriteOutcome;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.language.Run;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** Stores new documents, many to a batch. Used once, by one thread. */
public final class Inserts {
    /** As many as the engine puts into one batch, so that a batch fails or succeeds as a whole. */
    private static final int CHUNK = 100;

    private static final BsonDocument STORED = new BsonDocument();

    private final WriteTarget target;
    private final Collection collection;
    private final WriteReport report;
    private final long nowMillis;
    private final StatementLog log;

    public Inserts(WriteTarget target, WriteReport report, long nowMillis) {
        this(target, report, nowMillis, StatementLog.NONE);
    }

    /** @param log keeps which documents were stored, and knows those that were stored before */
    public Inserts(WriteTarget target, WriteReport report, long nowMillis, StatementLog log) {
        this.target = target;
        this.collection = target.collection();
        this.report = report;
        this.nowMillis = nowMillis;
        this.log = log;
    }

    public void run(List<BsonView> documents, Durability durability) {
        if (documents.size() == 1) {
            single(documents.getFirst(), 0, durability);
            return;
        }
        if (collection.isTransactional()) {
            // There is no batch to share before the commit.
            for (int index = 0; index < documents.size() && !report.isStopped(); index++) {
                single(documents.get(index), index, durability);
            }
            return;
        }
        for (int from = 0; from < documents.size() && !report.isStopped(); from += CHUNK) {
            Run.current().check();
            chunk(documents, from, Math.min(documents.size(), from + CHUNK));
        }
        Writes.settle(collection, durability);
    }

    private void single(BsonView document, int index, Durability durability) {
        InsertChunk chunk = new InsertChunk(target, report.isOrdered());
        add(chunk, document, index);
        chunk.requests().forEach(request -> one(chunk, 0, request, durability));
    }

    /** An ordered list stops before the first document that must not be stored; but what is before it is. */
    private void chunk(List<BsonView> documents, int from, int until) {
        InsertChunk chunk = new InsertChunk(target, report.isOrdered());
        List<Refused> refused = new ArrayList<>(0);
        for (int index = from; index < until; index++) {
            if (isRepeated(index)) {
                continue;
            }
            try {
                chunk.add(index, NewDocument.of(documents.get(index), nowMillis, target.lifetimes()));
            } catch (CommandError error) {
                refused.add(new Refused(index, WriteFailure.of(error)));
                if (report.isOrdered()) {
                    break;
                }
            }
        }
        write(chunk);
        if (!report.isStopped()) {
            refused.forEach(one -> report.fail(one.index, one.failure));
        }
    }

    private record Refused(int index, WriteFailure failure) {}

    private void add(InsertChunk chunk, BsonView document, int index) {
        if (isRepeated(index)) {
            return;
        }
        try {
            chunk.add(index, NewDocument.of(document, nowMillis, target.lifetimes()));
        } catch (CommandError error) {
            report.fail(index, WriteFailure.of(error));
        }
    }

    /** Counts a document that an earlier attempt of the same command has stored. */
    private boolean isRepeated(int index) {
        boolean repeated = log.repeated(index) != null;
        report.add(repeated ? 1 : 0);
        return repeated;
    }

    private void write(InsertChunk chunk) {
        List<Collection.Request> requests = chunk.requests();
        if (requests.isEmpty()) {
            return;
        }
        if (target.isCapped()) {
            oneByOne(chunk);
            return;
        }
        List<WriteOutcome> outcomes;
        try {
            outcomes = log.keepingInserts(collection, chunk::index)
                    .writeAll(requests, report.isOrdered(), Durability.LOGGED);
        } catch (EngineException | WriteFailedException _) {
            oneByOne(chunk);
            return;
        }
        for (int position = 0; position < outcomes.size() && !report.isStopped(); position++) {
            take(chunk, position, outcomes.get(position));
        }
    }

    /** One of them cannot be stored, and its batch was not: what was stored before is counted, the rest done singly. */
    private void oneByOne(InsertChunk chunk) {
        List<Collection.Request> requests = chunk.requests();
        int stored = chunk.attemptedFrom();
        for (int position = 0; position < stored && !report.isStopped(); position++) {
            if (chunk.isDuplicate(position)) {
                report.fail(chunk.index(position), chunk.duplicateId(collection, position));
            } else {
                stored(chunk, position);
            }
        }
        for (int position = stored; position < requests.size() && !report.isStopped(); position++) {
            one(chunk, position, requests.get(position), Durability.LOGGED);
        }
    }

    private void one(InsertChunk chunk, int position, Collection.Request request, Durability durability) {
        report.attempt(
                chunk.index(position),
                () -> take(
                        chunk,
                        position,
                        target.insert(
                                log.keepingInserts(collection, _ -> chunk.index(position)),
                                request,
                                chunk.document(position).put().body().length,
                                durability)));
    }

    private void stored(InsertChunk chunk, int position) {
        report.add(1);
        log.add(chunk.index(position), STORED);
    }

    private void take(InsertChunk chunk, int position, WriteOutcome outcome) {
        switch (outcome) {
            case WriteOutcome.Stored _ -> stored(chunk, position);
            case WriteOutcome.Kept _ -> report.fail(chunk.index(position), chunk.duplicateId(collection, position));
            case WriteOutcome.DuplicateValue duplicate ->
                report.fail(
                        chunk.index(position),
                        DuplicateKeys.ofIndex(
                                collection,
                                duplicate,
                                BsonView.of(chunk.document(position).put().body())));
            case WriteOutcome.Removed _ -> throw new IllegalStateException("an insert removes nothing");
        }
    }
}
