package dev.mayfly.app.console.api;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.operation.LongOperation;
import dev.mayfly.app.console.operation.LongOperations;
import dev.mayfly.app.console.operation.WorkFailed;
import dev.mayfly.app.console.transfer.Import;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;

/** Files on their way in: one is one operation, whether it comes in one request or in several. */
final class Imports {
    /*
     * A client that sends a file in parts sets `more` on all but the last, and on all but the first names their
     * operation, which the answer to the first contains. When it resumes a file, `offset` states how far it was.
     */
    private static final String KIND = "import";

    /** The parameters allowed with a dump. */
    static final String[] PARAMETERS = {"expiry", "existing", "operation", "more", "offset", "total"};

    /** The same with lines of JSON. */
    static final String[] PARAMETERS_OF_LINES = {
        "expiry", "existing", "plain", "exportedAt", "operation", "more", "offset", "total"
    };

    private final LongOperations operations;

    Imports(LongOperations operations) {
        this.operations = operations;
    }

    /** Writes the body of one request. */
    @FunctionalInterface
    interface Writing {
        /**
         * @param read to be told up to which byte all is written
         * @throws IllegalArgumentException when the body is not what it should be
         */
        void run(byte[] body, LongConsumer read);
    }

    /** The result of one request's body, with the operation it belongs to. */
    record Imported(
            String operation,
            long lines,
            long written,
            long kept,
            long dropped,
            long expired,
            long failed,
            List<Import.Failure> failures) {
        static Imported of(LongOperation operation, Import.Outcome part) {
            return new Imported(
                    String.valueOf(operation.id()),
                    part.lines(),
                    part.written(),
                    part.kept(),
                    part.dropped(),
                    part.expired(),
                    part.failed(),
                    part.failures());
        }
    }

    HttpResponse take(HttpRequest request, CollectionName target, Import work, Writing writing) {
        boolean isLast =
                Queries.word(request, "more", "false", List.of("true", "false")).equals("false");
        byte[] body = request.body();
        long offset = Queries.bytes(request, "offset", 0);
        long total = Queries.bytes(request, "total", isLast ? offset + body.length : 0);
        LongOperation operation = operation(request, target);
        try {
            operation.part(
                    (progress, soFar) -> {
                        long begun = soFar == null ? offset : operation.done();
                        written(writing, body, bytes -> progress.advance(begun + bytes, total));
                        Import.Outcome part = work.outcome();
                        return soFar instanceof Import.Outcome before ? before.and(part) : part;
                    },
                    isLast);
        } catch (CancellationException _) {
            throw new AdminException(409, "cancelled", "the import was cancelled, or is over; what had come stays");
        } catch (WorkFailed failure) {
            throw AdminException.badRequest(failure.words());
        }
        return ApiAnswers.json(200, Imported.of(operation, work.outcome()));
    }

    private static void written(Writing writing, byte[] body, LongConsumer read) {
        try {
            writing.run(body, read);
        } catch (IllegalArgumentException wrong) {
            throw new WorkFailed(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /** The one that the request goes on with, or a new one. */
    private LongOperation operation(HttpRequest request, CollectionName target) {
        String known = request.queryValue("operation");
        Optional<LongOperation> found = known == null
                ? operations.open(KIND, target.toString(), "bytes")
                : Optional.ofNullable(operations.find(known));
        if (found.isEmpty() && known == null) {
            throw AdminException.conflict(
                    LongOperations.COMING_MAX + " imports are open already; wait for one, or cancel it");
        }
        boolean isOurs = found.isPresent()
                && found.get().kind().equals(KIND)
                && found.get().subject().equals(target.toString());
        if (!isOurs) {
            throw AdminException.notFound("there is no import " + known + " into " + target + "; begin another");
        }
        return found.get();
    }
}
