package dev.mayfly.app.console;

import dev.mayfly.app.console.operation.Operation;
import dev.mayfly.app.console.operation.Operations;
import dev.mayfly.app.console.operation.WorkFailed;
import dev.mayfly.app.console.transfer.Import;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;

/** Files on their way in: one is one operation, whether it comes in one request or in several. */
final class Imports {
    /*
     * Who sends a file in parts says `more` with all but the last, and with all but the first to which operation they
     * belong, as the answer to the first has told him. How far he was is told by `offset` where he goes on with a file.
     */
    private static final String KIND = "import";

    /** What may be asked for with a dump. */
    static final String[] PARAMETERS = {"expiry", "existing", "operation", "more", "offset", "total"};

    /** The same with lines of JSON. */
    static final String[] PARAMETERS_OF_LINES = {
        "expiry", "existing", "plain", "exportedAt", "operation", "more", "offset", "total"
    };

    private final Operations operations;

    Imports(Operations operations) {
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

    /** What came of the body of one request, and to which operation it belongs. */
    record Imported(
            String operation,
            long lines,
            long written,
            long kept,
            long dropped,
            long expired,
            long failed,
            List<Import.Failure> failures) {
        static Imported of(Operation operation, Import.Outcome part) {
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
        Operation operation = operation(request, target);
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
        return Answers.json(200, Imported.of(operation, work.outcome()));
    }

    private static void written(Writing writing, byte[] body, LongConsumer read) {
        try {
            writing.run(body, read);
        } catch (IllegalArgumentException wrong) {
            throw new WorkFailed(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /** The one that the request goes on with, or a new one. */
    private Operation operation(HttpRequest request, CollectionName target) {
        String known = request.queryValue("operation");
        Optional<Operation> found = known == null
                ? operations.open(KIND, target.toString(), "bytes")
                : Optional.ofNullable(operations.find(known));
        if (found.isEmpty() && known == null) {
            throw AdminException.conflict(
                    Operations.COMING_MAX + " imports are open already; wait for one, or cancel it");
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
