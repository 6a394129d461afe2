package dev.mayfly.app.console;

import dev.mayfly.app.console.operation.Operation;
import dev.mayfly.app.console.operation.Operations;
import dev.mayfly.app.console.operation.Work;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far work is that takes long, and its end. */
final class OperationRoutes {
    private final Operations operations;

    OperationRoutes(Operations operations) {
        this.operations = operations;
    }

    /**
     * One operation.
     *
     * @param state {@code running}, {@code done}, {@code failed} or {@code cancelled}
     * @param unit what is counted: {@code bytes} or {@code documents}
     * @param rate how many of them a second, on the whole
     * @param total how much there is to do; absent while unknown
     */
    record OperationView(
            String id,
            String kind,
            String subject,
            String state,
            String unit,
            long done,
            @Nullable Long total,
            double rate,
            @Nullable InstantView started,
            long elapsedMillis,
            @Nullable Object result,
            @Nullable String error) {
        static OperationView of(Operation operation) {
            return new OperationView(
                    String.valueOf(operation.id()),
                    operation.kind(),
                    operation.subject(),
                    operation.state().name().toLowerCase(Locale.ROOT),
                    operation.unit(),
                    operation.done(),
                    operation.total() == 0 ? null : operation.total(),
                    operation.ratePerSecond(),
                    InstantView.of(operation.startedAt()),
                    operation.elapsedMillis(),
                    operation.result(),
                    operation.error());
        }
    }

    /** Begins some work and answers with how it stands. */
    HttpResponse begin(String kind, String subject, String unit, Work work) {
        Optional<Operation> begun = operations.begin(kind, subject, unit, work);
        if (begun.isEmpty()) {
            throw new AdminException(
                    409, "conflict", Operations.RUNNING_MAX + " operations run already; wait for one, or cancel it");
        }
        Operation operation = begun.get();
        return Answers.json(202, OperationView.of(operation)).with("Location", "/api/v1/operations/" + operation.id());
    }

    HttpResponse list(HttpRequest request) {
        List<OperationView> views =
                operations.all().stream().map(OperationView::of).toList();
        return Answers.json(200, Page.of(views, Page.Wanted.of(request), OperationRoutes::position));
    }

    /** The latest comes first. */
    private static String position(OperationView operation) {
        return String.format(Locale.ROOT, "%019d", Long.MAX_VALUE - Long.parseLong(operation.id()));
    }

    HttpResponse show(HttpRequest request) {
        return Answers.json(200, OperationView.of(find(request)));
    }

    HttpResponse cancel(HttpRequest request) {
        Operation operation = find(request);
        operation.cancel();
        return Answers.json(202, OperationView.of(operation));
    }

    private Operation find(HttpRequest request) {
        String id = request.parameter("operation");
        Operation known = operations.find(id);
        if (known == null) {
            throw AdminException.notFound("there is no operation " + id + ", or it ended long ago");
        }
        return known;
    }
}
