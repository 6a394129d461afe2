package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.operation.LongOperation;
import dev.mayfly.app.console.operation.LongOperations;
import dev.mayfly.app.console.operation.OperationProgress;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.app.console.transfer.Import;
import dev.mayfly.app.console.transfer.LineWriter;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.DumpForm;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Documents of one collection as lines of JSON, out and in. */
final class TransferRoutes {
    private static final int PART_BYTES = 64 << 10;

    /** The copies of a document between the store and the connection: as text, in a part, and as the part that is sent. */
    private static final long COPIES = 3;

    private final Engine engine;
    private final RequestMemoryPool memory;
    private final LongOperations operations;
    private final Imports imports;
    private final Map<String, FaceTransfer> transfers;
    private final RequestTarget finder;

    TransferRoutes(AdminServices services) {
        this.engine = services.engine();
        this.memory = services.memory();
        this.operations = services.operations();
        this.imports = new Imports(services.operations());
        this.transfers = services.transfers();
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /** All live documents by key, as of now; an export that broke off goes on behind the last id that arrived. */
    HttpResponse export(HttpRequest request) {
        Collection collection = finder.collection(request);
        CollectionName name = collection.name();
        LineWriter lines = new LineWriter(transfer(name), finder.keys(name));
        KeyRange range = range(request, name);
        long limit = Queries.number(request, "limit", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
        return ApiAnswers.guarded(HttpResponse.streamed(200, "application/jsonl", stream -> {
            operations.here("export", name.toString(), "documents", progress -> {
                try {
                    return guarded(stream, () -> export(collection, range, limit, lines, stream, progress));
                } catch (ConnectionClosedException _) {
                    throw new CancellationException("nobody reads it");
                }
            });
        }));
    }

    /** The result of an export. */
    record Exported(long documents) {}

    /** Runs an export, which ends when nobody reads it, or when there is no memory for what it builds. */
    private Exported guarded(HttpBody.Stream stream, LongSupplier work) {
        try (AdminGuard guard = new AdminGuard(memory, SystemClock.INSTANCE, AdminGuard.UNLIMITED, stream::isOpen)) {
            return new Exported(guard.during(work::getAsLong));
        }
    }

    private static long export(
            Collection collection,
            KeyRange range,
            long limit,
            LineWriter lines,
            HttpBody.Stream stream,
            OperationProgress progress) {
        ReadView reading = collection.reading();
        long total = Math.min(limit, collection.storedSize().documents());
        long documents = 0;
        lines.head(collection.name(), reading.now(), total);
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try (DocumentCursor all = collection.scan(reading, List.of(range), Direction.FORWARD)) {
            Document next = all.next();
            while (next != null && documents < limit) {
                guard.charge(COPIES * next.bodyLength());
                lines.document(next);
                documents++;
                if (lines.size() >= PART_BYTES) {
                    stream.send(lines.take());
                    guard.settle(mark, 0);
                    progress.advance(documents, total);
                }
                next = all.next();
            }
        }
        lines.end(documents);
        stream.send(lines.take());
        progress.advance(documents, total);
        return documents;
    }

    private KeyRange range(HttpRequest request, CollectionName name) {
        String after = request.queryValue("after");
        if (after == null) {
            return KeyRange.ALL;
        }
        try {
            DocumentKey last = finder.keys(name).read(after);
            byte[] next = Arrays.copyOf(last.bytes(), last.bytes().length + 1);
            return new KeyRange(next, null);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("after: " + wrong.getMessage());
        }
    }

    /** Writes the lines of the body; a longer file comes in several requests, and may come again from any line. */
    HttpResponse take(HttpRequest request) {
        CollectionName name = RequestTarget.name(request);
        FaceTransfer transfer = transfer(name);
        Collection target = target(name, transfer);
        if (target == null) {
            throw AdminException.notFound("there is no collection " + name + "; make it first");
        }
        Import work = begin(target, transfer, terms(request));
        return imports.take(request, name, work, work::run);
    }

    private static Import begin(Collection target, FaceTransfer transfer, Import.Terms terms) {
        Import work = new Import(target, transfer, terms);
        String obstacle = work.obstacle();
        if (obstacle != null) {
            throw new AdminException(409, "unsupported", obstacle);
        }
        return work;
    }

    /** All live documents as they are stored, one behind the other by key, as the tool of the face dumps them. */
    HttpResponse dump(HttpRequest request) {
        Collection collection = finder.collection(request);
        dumps(collection.name());
        KeyRange range = range(request, collection.name());
        return ApiAnswers.guarded(HttpResponse.streamed(200, "application/bson", stream -> {
            LongOperation operation =
                    operations.here("export", collection.name().toString(), "documents", progress -> {
                        try {
                            return guarded(stream, () -> dump(collection, range, stream, progress));
                        } catch (ConnectionClosedException _) {
                            throw new CancellationException("nobody reads it");
                        }
                    });
            if (operation.state() != LongOperation.State.DONE) {
                // A dump has no end of its own: only a connection that breaks off tells that it is not whole.
                throw new IllegalStateException("a dump of " + collection.name() + " broke off");
            }
        }));
    }

    private static long dump(
            Collection collection, KeyRange range, HttpBody.Stream stream, OperationProgress progress) {
        long total = collection.storedSize().documents();
        long documents = 0;
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try (DocumentCursor all = collection.scan(collection.reading(), List.of(range), Direction.FORWARD)) {
            for (Document next = all.next(); next != null; next = all.next()) {
                guard.charge(COPIES * next.bodyLength());
                part.write(next.buffer(), next.bodyOffset(), next.bodyLength());
                documents++;
                if (part.size() >= PART_BYTES) {
                    stream.send(part.toByteArray());
                    part.reset();
                    guard.settle(mark, 0);
                    progress.advance(documents, total);
                }
            }
        }
        stream.send(part.toByteArray());
        progress.advance(documents, total);
        return documents;
    }

    /** Writes the documents of the body, each whole; a longer dump comes in several requests. */
    HttpResponse takeDump(HttpRequest request) {
        Collection collection = finder.collection(request);
        dumps(collection.name());
        Import.Terms terms = terms(request);
        if (terms.expiry() == Import.Expiry.SHIFT) {
            throw new AdminException(409, "unsupported", "a dump does not say when its documents were written");
        }
        Import work = begin(collection, transfer(collection.name()), terms);
        return imports.take(request, collection.name(), work, work::runDump);
    }

    HttpResponse metadata(HttpRequest request) {
        CollectionName name = finder.collection(request).name();
        return ApiAnswers.guarded(HttpResponse.json(200, dumps(name).metadata(name) + "\n"));
    }

    /** Creates a collection with its indexes, before the documents of its dump arrive. */
    HttpResponse makeOfMetadata(HttpRequest request) {
        CollectionName name = RequestTarget.name(request);
        try {
            dumps(name).make(name, request.text());
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
        return metadata(request);
    }

    private DumpForm dumps(CollectionName name) {
        DumpForm form = transfer(name).dumps();
        if (form == null) {
            throw new AdminException(409, "unsupported", "there are dumps of collections of mongo alone");
        }
        return form;
    }

    private @Nullable Collection target(CollectionName name, FaceTransfer transfer) {
        Collection found = engine.find(name);
        try {
            return found == null ? transfer.make(name) : found;
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }

    private static Import.Terms terms(HttpRequest request) {
        String existing = request.queryValue("existing");
        boolean keeps = "keep".equals(existing);
        if (existing != null && !keeps && !existing.equals("replace")) {
            throw AdminException.badRequest("existing is replace or keep");
        }
        return new Import.Terms(expiry(request.queryValue("expiry")), exportedAt(request), !keeps, isPlain(request));
    }

    private static boolean isPlain(HttpRequest request) {
        String plain = request.queryValue("plain");
        if (plain != null && !plain.equals("true") && !plain.equals("false")) {
            throw AdminException.badRequest("plain is true or false");
        }
        return "true".equals(plain);
    }

    private static Import.Expiry expiry(@Nullable String word) {
        return switch (word) {
            case null -> Import.Expiry.KEEP;
            case "keep" -> Import.Expiry.KEEP;
            case "hold" -> Import.Expiry.HOLD;
            case "shift" -> Import.Expiry.SHIFT;
            case "drop" -> Import.Expiry.DROP;
            default -> throw AdminException.badRequest("expiry is keep, hold, shift or drop");
        };
    }

    private static long exportedAt(HttpRequest request) {
        String instant = request.queryValue("exportedAt");
        try {
            return instant == null ? Decision.Put.NOW : Times.instant(instant).toEpochMilli();
        } catch (DateTimeException wrong) {
            throw AdminException.badRequest("exportedAt: " + wrong.getMessage());
        }
    }

    private FaceTransfer transfer(CollectionName name) {
        FaceTransfer transfer = transfers.get(name.face());
        if (transfer == null) {
            throw AdminException.badRequest("documents of " + name.face() + " are neither exported nor imported");
        }
        return transfer;
    }
}
