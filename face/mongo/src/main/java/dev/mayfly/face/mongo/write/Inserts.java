package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.WriteOutcome;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;

/** Stores new documents, many to a batch. Used once, by one thread. */
public final class Inserts {
    /** As many as the engine puts into one batch, so that a batch fails or succeeds as a whole. */
    private static final int CHUNK = 100;

    private final WriteTarget target;
    private final Collection collection;
    private final WriteReport report;
    private final long nowMillis;

    public Inserts(WriteTarget target, WriteReport report, long nowMillis) {
        this.target = target;
        this.collection = target.collection();
        this.report = report;
        this.nowMillis = nowMillis;
    }

    public void run(List<BsonView> documents, Durability durability) {
        if (documents.size() == 1) {
            InsertChunk chunk = new InsertChunk(target, report.isOrdered());
            add(chunk, documents.getFirst(), 0);
            chunk.requests().forEach(request -> one(chunk, 0, request, durability));
            return;
        }
        for (int from = 0; from < documents.size() && !report.isStopped(); from += CHUNK) {
            chunk(documents, from, Math.min(documents.size(), from + CHUNK));
        }
        Writes.settle(collection, durability);
    }

    /** An ordered list stops before the first document that must not be stored; but what is before it is. */
    private void chunk(List<BsonView> documents, int from, int until) {
        InsertChunk chunk = new InsertChunk(target, report.isOrdered());
        List<Refused> refused = new ArrayList<>(0);
        for (int index = from; index < until; index++) {
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
        try {
            chunk.add(index, NewDocument.of(document, nowMillis, target.lifetimes()));
        } catch (CommandError error) {
            report.fail(index, WriteFailure.of(error));
        }
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
            outcomes = collection.writeAll(requests, report.isOrdered(), Durability.LOGGED);
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
                report.add(1);
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
                                request, chunk.document(position).put().body().length, durability)));
    }

    private void take(InsertChunk chunk, int position, WriteOutcome outcome) {
        switch (outcome) {
            case WriteOutcome.Stored _ -> report.add(1);
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
