package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.LocalStatementLog;
import dev.mayfly.face.mongo.session.RepeatedStatementException;
import dev.mayfly.face.mongo.session.StatementLog;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/** Stores new documents, many to a batch. Used once, by one thread. */
public final class Inserts {
    /** The number of documents that are prepared at the same time, at most. */
    private static final int CHUNK_MAX = 1600;

    private static final long CHUNK_BYTES_MAX = 2 << 20;

    /** Smaller ones are not worth the asking. */
    private static final int LARGE_BYTES = 256 << 10;

    /** A document lies in its chunk, as the engine stores it, and in the store's batch. */
    private static final int COPIES = 3;

    private static final BsonDocument STORED = new BsonDocument();

    private final WriteTarget target;
    private final Collection collection;
    private final WriteReport report;
    private final long nowMillis;
    private final StatementLog log;
    private final int chunkMax;

    public Inserts(WriteTarget target, WriteReport report, long nowMillis) {
        this(target, report, nowMillis, LocalStatementLog.NONE);
    }

    /** @param log keeps which documents were stored, and knows those that were stored before */
    public Inserts(WriteTarget target, WriteReport report, long nowMillis, StatementLog log) {
        this.target = target;
        this.collection = target.collection();
        this.report = report;
        this.nowMillis = nowMillis;
        this.log = log;
        this.chunkMax = Math.min(CHUNK_MAX, collection.writesTogether());
    }

    /**
     * Refuses a document that no collection may hold.
     *
     * @throws CommandError with what is wrong with it
     */
    public static void check(BsonView document, long nowMillis, MongoCollections collections) {
        NewDocument.of(document, nowMillis, collections.lifetimes());
    }

    public void run(List<BsonView> documents, Durability durability) {
        run(documents, 0, durability);
    }

    /** @param first the place of the first document among the statements of its command */
    public void run(List<BsonView> documents, int first, Durability durability) {
        admitLargestChunk(documents);
        if (documents.size() == 1) {
            single(documents.getFirst(), first, durability);
            return;
        }
        if (collection.isTransactional()) {
            // There is no batch to share before the commit.
            for (int index = 0; index < documents.size() && !report.isStopped(); index++) {
                single(documents.get(index), first + index, durability);
            }
            return;
        }
        int from = 0;
        while (from < documents.size() && !report.isStopped()) {
            OperationContext.current().check();
            int until = chunkEnd(documents, from);
            chunk(documents.subList(from, until), first + from);
            from = until;
        }
        Writes.settle(collection, durability);
    }

    /** Before anything is written, so that what cannot be held is refused as a whole. */
    private static void admitLargestChunk(List<BsonView> documents) {
        long all = 0;
        long largest = 0;
        for (BsonView document : documents) {
            all += document.length();
            largest = Math.max(largest, document.length());
        }
        long bytes = Math.max(largest, Math.min(all, CHUNK_BYTES_MAX));
        if (bytes >= LARGE_BYTES) {
            OperationContext.current().admit(bytes * COPIES);
        }
    }

    /** Returns the end of the chunk that begins here: one document, or as many as are not too large together. */
    private int chunkEnd(List<BsonView> documents, int from) {
        int until = from;
        long bytes = 0;
        while (until < documents.size() && until - from < chunkMax) {
            bytes += documents.get(until).length();
            if (bytes > CHUNK_BYTES_MAX && until > from) {
                break;
            }
            until++;
        }
        return until;
    }

    private void single(BsonView document, int index, Durability durability) {
        InsertChunk chunk = new InsertChunk(target, report.isOrdered());
        add(chunk, document, index);
        chunk.requests().forEach(request -> one(chunk, 0, request, durability));
    }

    /** An ordered list stops before the first document that must not be stored; but what is before it is. */
    private void chunk(List<BsonView> documents, int first) {
        InsertChunk chunk = new InsertChunk(target, report.isOrdered());
        List<Refused> refused = new ArrayList<>(0);
        for (int i = 0; i < documents.size(); i++) {
            int index = first + i;
            if (isRepeated(index)) {
                continue;
            }
            try {
                chunk.add(index, NewDocument.of(documents.get(i), nowMillis, target.lifetimes()));
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
        boolean repeated = log.isRepeated(index);
        report.add(repeated ? 1 : 0);
        return repeated;
    }

    private void write(InsertChunk chunk) {
        List<WriteRequest> requests = chunk.requests();
        if (requests.isEmpty()) {
            return;
        }
        if (target.isCapped()) {
            oneByOne(chunk);
            return;
        }
        writeTogether(chunk, IntStream.range(0, requests.size()).boxed().toList());
        if (!report.isOrdered()) {
            // Before any of the others is refused, and ends the command.
            takeStored(chunk);
        }
        Set<Integer> before = storedBefore(chunk);
        for (int position = 0; position < requests.size() && !report.isStopped(); position++) {
            WriteOutcome outcome = chunk.outcome(position);
            if (before.contains(chunk.index(position))) {
                stored(chunk, position);
                continue;
            }
            // On several servers, one that is there may have been stored by an earlier attempt, and held back others
            // for nothing.
            boolean isStored = outcome instanceof WriteOutcome.Stored;
            if (outcome == null || (log.isShared() && !isStored)) {
                one(chunk, position, requests.get(position), Durability.LOGGED);
            } else if (report.isOrdered() || !isStored) {
                take(chunk, position, outcome);
            }
        }
    }

    private Set<Integer> storedBefore(InsertChunk chunk) {
        Map<Integer, DocumentKey> there = new TreeMap<>();
        for (int position = 0; position < chunk.requests().size(); position++) {
            if (chunk.outcome(position) instanceof WriteOutcome.Kept) {
                there.put(chunk.index(position), chunk.requests().get(position).key());
            }
        }
        return there.isEmpty() ? Set.of() : log.storedBefore(collection, there);
    }

    private void takeStored(InsertChunk chunk) {
        for (int position = 0; position < chunk.requests().size(); position++) {
            if (chunk.outcome(position) instanceof WriteOutcome.Stored) {
                stored(chunk, position);
            }
        }
    }

    /** The engine tells the chunk of those that are written. Of the others one cannot be stored, and all are done singly. */
    private void writeTogether(InsertChunk chunk, List<Integer> positions) {
        List<WriteRequest> requests =
                positions.stream().map(chunk.requests()::get).toList();
        try {
            log.keepingInserts(collection, at -> chunk.index(positions.get(at)))
                    .writeAll(
                            requests,
                            report.isOrdered(),
                            Durability.LOGGED,
                            (at, outcome) -> chunk.ended(positions.get(at), outcome));
        } catch (EngineException failure) {
            if (Writes.isAboutDocument(failure.error())) {
                writeHalves(chunk, positions);
            }
        } catch (WriteFailedException _) {
            writeHalves(chunk, positions);
        } catch (RepeatedStatementException _) {
            // Which of them were stored before is found out one by one.
        }
    }

    /** Where each commit is a round trip, the others of a long list should not be done singly because of one. */
    private void writeHalves(InsertChunk chunk, List<Integer> positions) {
        List<Integer> open =
                positions.stream().filter(at -> chunk.outcome(at) == null).toList();
        if (!report.isOrdered() && log.isShared() && open.size() > 1) {
            writeTogether(chunk, open.subList(0, open.size() / 2));
            writeTogether(chunk, open.subList(open.size() / 2, open.size()));
        }
    }

    /** A collection that holds no more than a number of documents takes them singly. */
    private void oneByOne(InsertChunk chunk) {
        List<WriteRequest> requests = chunk.requests();
        for (int position = 0; position < requests.size() && !report.isStopped(); position++) {
            one(chunk, position, requests.get(position), Durability.LOGGED);
        }
    }

    private void one(InsertChunk chunk, int position, WriteRequest request, Durability durability) {
        chunk.carryOn();
        report.attempt(
                chunk.index(position),
                () -> take(
                        chunk,
                        position,
                        log.once(new StatementLog.Statement<>(
                                chunk.index(position),
                                true,
                                () -> target.insert(
                                        log.keepingInserts(collection, _ -> chunk.index(position)),
                                        request,
                                        chunk.document(position).put().body().length,
                                        durability),
                                WriteOutcome.Stored.class::isInstance,
                                _ -> new WriteOutcome.Stored(0, null)))));
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
